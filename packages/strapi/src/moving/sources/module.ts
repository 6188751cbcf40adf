import type { ts } from 'ts-morph';

/** A function or method, as a value of a module. */
type FunctionNode = ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration | ts.FunctionDeclaration;

/** The syntax of one source file. */
export interface Module {
  readonly file: string;
  readonly tsc: typeof ts;
  readonly source: ts.SourceFile;
  /** The default export or `module.exports`, behind names, casts and parentheses. */
  readonly exported: ts.Node | undefined;
  /** The named exports, by name. */
  readonly named: ReadonlyMap<string, ts.Node>;
  /** Top-level declarations, by name: the initializer of a variable, or the function. */
  readonly declared: ReadonlyMap<string, ts.Node>;
}

export function parseModule(tsc: typeof ts, file: string, text: string): Module {
  const kind = /\.[jt]sx$/.test(file)
    ? tsc.ScriptKind.TSX
    : file.endsWith('js')
      ? tsc.ScriptKind.JS
      : tsc.ScriptKind.TS;
  const source = tsc.createSourceFile(file, text, tsc.ScriptTarget.Latest, true, kind);
  const declared = declarationsOf(tsc, source);
  const { exported, named } = exportsOf(tsc, source);
  const module = { file, tsc, source, declared, named, exported: undefined };
  return { ...module, exported: exported && behind(module, exported) };
}

export function lineAt({ source }: Pick<Module, 'source'>, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** The text of a node. The indentation of the first line is removed from all other lines. */
export function codeOf({ source }: Pick<Module, 'source'>, node: ts.Node): string {
  const { character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const [first = '', ...rest] = node.getText(source).split('\n');
  const line = source.text.split('\n')[lineAt({ source }, node) - 1] ?? '';
  const indent = Math.min(character, line.length - line.trimStart().length);
  return [first, ...rest.map((each) => each.replace(new RegExp(`^[ \\t]{0,${indent}}`), ''))].join('\n').trimEnd();
}

/** Follows names, casts and parentheses to the value itself. */
export function behind(module: Pick<Module, 'tsc' | 'declared'>, node: ts.Node, depth = 0): ts.Node {
  const { tsc, declared } = module;
  if (
    tsc.isParenthesizedExpression(node) ||
    tsc.isAsExpression(node) ||
    tsc.isSatisfiesExpression(node) ||
    tsc.isNonNullExpression(node)
  ) {
    return behind(module, node.expression, depth);
  }
  const found = tsc.isIdentifier(node) ? declared.get(node.text) : undefined;
  return found === undefined || depth > 10 ? node : behind(module, found, depth + 1);
}

export function isFunction({ tsc }: Pick<Module, 'tsc'>, node: ts.Node | undefined): node is FunctionNode {
  return (
    node !== undefined &&
    (tsc.isFunctionExpression(node) ||
      tsc.isArrowFunction(node) ||
      tsc.isMethodDeclaration(node) ||
      tsc.isFunctionDeclaration(node))
  );
}

/** The value that a function returns: its expression, or that of its last `return`. */
function returnedBy(module: Module, node: FunctionNode): ts.Node | undefined {
  const { tsc } = module;
  if (node.body === undefined) return undefined;
  if (!tsc.isBlock(node.body)) return behind(module, node.body);
  const [last] = node.body.statements.filter((statement) => tsc.isReturnStatement(statement)).slice(-1);
  return last?.expression && behind(inside(module, node.body), last.expression);
}

/** The module as seen from a block: with the names that the block declares. */
export function inside(module: Module, block: ts.Block): Module {
  return { ...module, declared: new Map([...module.declared, ...declarationsOf(module.tsc, block)]) };
}

/** The value of a module, through the functions that Strapi would call for this value: `({ env }) => ({ … })`. */
export function finalValue(module: Module, node: ts.Node | undefined): ts.Node | undefined {
  return isFunction(module, node) ? finalValue(module, returnedBy(module, node)) : node;
}

export interface Member {
  readonly name: string;
  /** The value, or the method. */
  readonly node: ts.Node;
  readonly line: number;
}

/** Whether only a run would show the name of a member: `...require('./more')`, `[process.env.NAME]`. */
export function isComputed({ name }: Member): boolean {
  return /^(\.\.\.|\[)/.test(name);
}

/** The members of an object literal. A member with a computed name has the code of that name as its name. */
export function membersOf(module: Module, node: ts.Node | undefined): readonly Member[] {
  const { tsc } = module;
  if (node === undefined || !tsc.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) => {
    if (tsc.isSpreadAssignment(property)) {
      const spread = finalValue(module, behind(module, property.expression));
      if (spread !== undefined && tsc.isObjectLiteralExpression(spread)) return membersOf(module, spread);
      return [{ name: codeOf(module, property), node: property, line: lineAt(module, property) }];
    }
    const name = nameOf(tsc, property.name) ?? codeOf(module, property.name);
    const value = tsc.isPropertyAssignment(property)
      ? property.initializer
      : tsc.isShorthandPropertyAssignment(property)
        ? property.name
        : property;
    return [{ name, node: behind(module, value), line: lineAt(module, property) }];
  });
}

/** The parts that a module gives to Strapi by name: members of its default export, and named exports. */
export function namedParts(module: Module): readonly Member[] {
  const members = membersOf(module, finalValue(module, module.exported));
  const named = [...module.named].map(([name, node]) => ({
    name,
    node: behind(module, node),
    line: lineAt(module, node),
  }));
  return [...members, ...named];
}

/** Calls visit for a node and every node below it. */
export function walk(module: Pick<Module, 'tsc'>, node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  module.tsc.forEachChild(node, (child) => walk(module, child, visit));
}

export function nameOf(tsc: typeof ts, name: ts.PropertyName): string | undefined {
  if (tsc.isIdentifier(name) || tsc.isStringLiteral(name) || tsc.isNumericLiteral(name)) return name.text;
  if (tsc.isComputedPropertyName(name) && tsc.isStringLiteral(name.expression)) return name.expression.text;
  return undefined;
}

function declarationsOf(tsc: typeof ts, block: ts.SourceFile | ts.Block): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  for (const statement of block.statements) {
    if (tsc.isFunctionDeclaration(statement) && statement.name) found.set(statement.name.text, statement);
    if (!tsc.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (tsc.isIdentifier(name) && initializer) found.set(name.text, initializer);
  }
  return found;
}

/** `export { find, update as create }`, also from another module. The names of `export *` are only known to a run. */
function exportedNames(
  tsc: typeof ts,
  source: ts.SourceFile,
  statement: ts.ExportDeclaration,
): readonly (readonly [string, ts.Node])[] {
  const { exportClause, moduleSpecifier, isTypeOnly } = statement;
  if (isTypeOnly) return [];
  if (exportClause === undefined) return [[`...${moduleSpecifier?.getText(source) ?? ''}`, statement]];
  if (!tsc.isNamedExports(exportClause)) return [[exportClause.name.getText(source), statement]];
  return exportClause.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => {
      const local = element.propertyName ?? element.name;
      // A name of another module has no declaration here, so the line of the export stands for it.
      return [element.name.text, moduleSpecifier === undefined && tsc.isIdentifier(local) ? local : element] as const;
    });
}

function exportsOf(tsc: typeof ts, source: ts.SourceFile) {
  let exported: ts.Node | undefined;
  const named = new Map<string, ts.Node>();
  for (const statement of source.statements) {
    const isExported =
      tsc.canHaveModifiers(statement) &&
      tsc.getModifiers(statement)?.some(({ kind }) => kind === tsc.SyntaxKind.ExportKeyword);
    if (tsc.isExportAssignment(statement)) exported = statement.expression;
    else if (tsc.isExportDeclaration(statement)) {
      for (const [name, node] of exportedNames(tsc, source, statement))
        if (name === 'default') exported = node;
        else named.set(name, node);
    } else if (isExported && (tsc.isFunctionDeclaration(statement) || tsc.isClassDeclaration(statement))) {
      const isDefault = tsc.getModifiers(statement)?.some(({ kind }) => kind === tsc.SyntaxKind.DefaultKeyword);
      if (isDefault) exported = statement;
      else if (statement.name) named.set(statement.name.text, statement);
    } else if (isExported && tsc.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (tsc.isIdentifier(name) && initializer) named.set(name.text, initializer);
    } else if (tsc.isExpressionStatement(statement) && tsc.isBinaryExpression(statement.expression)) {
      const { left, right, operatorToken } = statement.expression;
      if (operatorToken.kind !== tsc.SyntaxKind.EqualsToken) continue;
      const target = left.getText(source);
      const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(target) ?? [];
      if (target === 'module.exports' || name === 'default') exported = right;
      else if (name !== undefined) named.set(name, right);
    }
  }
  return { exported, named };
}
