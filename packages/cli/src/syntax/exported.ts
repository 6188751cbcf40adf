import type { ts } from 'ts-morph';

/** What `export default`, `export =` or `module.exports =` exports, also by the name of a constant. */
export function exportedBy(tsc: typeof ts, source: ts.SourceFile): ts.Expression | undefined {
  const exported = source.statements.flatMap((statement) => {
    if (tsc.isExportAssignment(statement)) return [statement.expression];
    if (!tsc.isExpressionStatement(statement) || !tsc.isBinaryExpression(statement.expression)) return [];
    const { left, right } = statement.expression;
    return left.getText(source) === 'module.exports' ? [right] : [];
  })[0];
  const found = exported && unwrap(tsc, exported);
  if (!found || !tsc.isIdentifier(found)) return found;
  return constantIn(tsc, source, found.text);
}

/** The value of a constant of the file. */
export function constantIn(tsc: typeof ts, source: ts.SourceFile, wanted: string): ts.Expression | undefined {
  const declared = source.statements
    .flatMap((statement) => (tsc.isVariableStatement(statement) ? statement.declarationList.declarations : []))
    .find(({ name }) => tsc.isIdentifier(name) && name.text === wanted);
  return declared?.initializer && unwrap(tsc, declared.initializer);
}

/** Removes parentheses, `as const`, `satisfies …` and `!`. */
export function unwrap(tsc: typeof ts, expression: ts.Expression): ts.Expression {
  let node = expression;
  while (
    tsc.isParenthesizedExpression(node) ||
    tsc.isAsExpression(node) ||
    tsc.isSatisfiesExpression(node) ||
    tsc.isNonNullExpression(node)
  ) {
    node = node.expression;
  }
  return node;
}
