import type { ts } from 'ts-morph';

import { type Member, type Module, codeOf, walk } from './module.js';

/**
 * The code of a node, and then the constants, functions and imports that the code uses: those of the file, of the
 * functions around the node, and `siblings`, the members that the code calls by `this`.
 */
export function codeWithUses(module: Module, node: ts.Node, siblings: readonly Member[] = []): string {
  const { tsc, source } = module;
  if (node === source) return codeOf(module, node);
  const around = statementsAround(module, node);
  const used = new Set<ts.Node>();
  const use = (found: ts.Node) => {
    const isItself = node.pos >= found.pos && node.end <= found.end;
    if (isItself || used.has(found)) return;
    used.add(found);
    visit(found);
  };
  const visit = (each: ts.Node) =>
    walk(module, each, (inner) => {
      if (!tsc.isIdentifier(inner)) return;
      const isOfThis =
        tsc.isPropertyAccessExpression(inner.parent) && inner.parent.expression.kind === tsc.SyntaxKind.ThisKeyword;
      if (isOfThis) for (const member of siblings.filter(({ name }) => name === inner.text)) use(member.node);
      else for (const own of around.filter((statement) => namesOf(module, statement).includes(inner.text))) use(own);
    });
  visit(node);
  const uses = [...used].toSorted((a, b) => a.pos - b.pos).map((each) => codeOf(module, each));
  return [codeOf(module, node), ...(uses.length > 0 ? ['', 'It uses:', ...uses] : [])].join('\n');
}

/** The statements whose names a node can see: those of the file, and of the functions around the node. */
function statementsAround({ tsc, source }: Module, node: ts.Node): readonly ts.Statement[] {
  const found: ts.Statement[] = [...source.statements];
  for (let scope = node.parent; scope !== undefined; scope = scope.parent)
    if (tsc.isBlock(scope)) found.push(...scope.statements);
  return found;
}

/** The names that a statement of a file declares or imports. Imports of Strapi itself help no ported code. */
function namesOf({ tsc, source }: Module, statement: ts.Statement): readonly string[] {
  const textOf = (name: ts.BindingName): readonly string[] =>
    tsc.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (tsc.isBindingElement(element) ? textOf(element.name) : []));
  if (/['"]@strapi\/strapi['"]\)?;?$/.test(statement.getText(source))) return [];
  if (tsc.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => textOf(name));
  if ((tsc.isFunctionDeclaration(statement) || tsc.isClassDeclaration(statement)) && statement.name)
    return [statement.name.text];
  if (!tsc.isImportDeclaration(statement) || statement.importClause === undefined) return [];
  const { name, namedBindings } = statement.importClause;
  const bound =
    namedBindings === undefined
      ? []
      : tsc.isNamespaceImport(namedBindings)
        ? [namedBindings.name.text]
        : namedBindings.elements.map((element) => element.name.text);
  return [...(name ? [name.text] : []), ...bound];
}
