import type { ts } from 'ts-morph';

import { type Module, codeOf, walk } from './module.js';

/** The code of a node, and then the constants, functions and imports of the same file that the code uses. */
export function codeWithUses(module: Module, node: ts.Node): string {
  const { tsc, source } = module;
  if (node === source) return codeOf(module, node);
  const used = new Set<ts.Statement>();
  const visit = (each: ts.Node) =>
    walk(module, each, (inner) => {
      if (!tsc.isIdentifier(inner)) return;
      for (const statement of source.statements.filter((own) => namesOf(module, own).includes(inner.text))) {
        const isItself = node.pos >= statement.pos && node.end <= statement.end;
        if (isItself || used.has(statement)) continue;
        used.add(statement);
        visit(statement);
      }
    });
  visit(node);
  const uses = source.statements.filter((statement) => used.has(statement)).map((each) => codeOf(module, each));
  return [codeOf(module, node), ...(uses.length > 0 ? ['', 'It uses:', ...uses] : [])].join('\n');
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
