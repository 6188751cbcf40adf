import type { ts } from 'ts-morph';

import { isAssignment, valueOfName } from './names.js';

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
}

export function parseModule(tsc: typeof ts, file: string, text: string): Module {
  const kind = /\.[jt]sx$/.test(file)
    ? tsc.ScriptKind.TSX
    : file.endsWith('js')
      ? tsc.ScriptKind.JS
      : tsc.ScriptKind.TS;
  const source = tsc.createSourceFile(file, text, tsc.ScriptTarget.Latest, true, kind);
  const { exported, named } = exportsOf(tsc, source);
  return { file, tsc, source, named, exported: exported && behind({ tsc }, exported) };
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
export function behind(module: Pick<Module, 'tsc'>, node: ts.Node, depth = 0): ts.Node {
  const { tsc } = module;
  if (
    tsc.isParenthesizedExpression(node) ||
    tsc.isAsExpression(node) ||
    tsc.isSatisfiesExpression(node) ||
    tsc.isNonNullExpression(node)
  ) {
    return behind(module, node.expression, depth);
  }
  const found = tsc.isIdentifier(node) ? valueOfName(tsc, node) : undefined;
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

/**
 * Whether a value may be code. A call, a member of something and a name of another file may be a function, whatever their
 * form is.
 */
export function mayBeCode({ tsc }: Pick<Module, 'tsc'>, node: ts.Node): boolean {
  const isData =
    tsc.isLiteralExpression(node) ||
    tsc.isTemplateExpression(node) ||
    tsc.isPrefixUnaryExpression(node) ||
    tsc.isObjectLiteralExpression(node) ||
    tsc.isArrayLiteralExpression(node) ||
    (tsc.isIdentifier(node) && node.text === 'undefined') ||
    [tsc.SyntaxKind.TrueKeyword, tsc.SyntaxKind.FalseKeyword, tsc.SyntaxKind.NullKeyword].includes(node.kind);
  return !isData;
}

/** The value that a function returns. With more than one `return`, only a run would show it: the body stands for it. */
function returnedBy(module: Module, { body }: FunctionNode | ts.GetAccessorDeclaration): ts.Node | undefined {
  const { tsc } = module;
  if (body === undefined) return undefined;
  if (!tsc.isBlock(body)) return behind(module, body);
  const returns: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node) => {
    if (tsc.isReturnStatement(node)) returns.push(node);
    if (!tsc.isFunctionLike(node)) tsc.forEachChild(node, visit);
  };
  tsc.forEachChild(body, visit);
  const [only, ...more] = returns;
  if (only === undefined) return undefined;
  if (more.length > 0 || only.parent !== body) return body;
  return only.expression && behind(module, only.expression);
}

/** The value of a module, through the functions that Strapi would call for this value: `({ env }) => ({ … })`. */
export function finalValue(module: Module, node: ts.Node | undefined): ts.Node | undefined {
  const isCalled = isFunction(module, node) || (node !== undefined && module.tsc.isGetAccessor(node));
  return isCalled ? finalValue(module, returnedBy(module, node)) : node;
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
    const found = behind(module, value);
    // `{ create }` names a function that may be far away.
    return [{ name, node: found, line: lineAt(module, isFunction(module, found) ? found : property) }];
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
      const name = exportedName(target);
      if (target === 'module.exports' || name === 'default') exported = right;
      else if (name !== undefined) named.set(name, right);
    }
  }
  for (const node of hiddenExports(tsc, source)) named.set(`...${node.getText(source)}`, node);
  return { exported, named };
}

/** `create` in `exports.create` and `module.exports['create']` */
function exportedName(target: string): string | undefined {
  const [, plain, quoted] = /^(?:module\.)?exports(?:\.(\w+)|\[['"](\w+)['"]\])$/.exec(target) ?? [];
  return plain ?? quoted;
}

/** Code that adds exports under conditions, in loops or through calls, so that only a run shows these. */
function hiddenExports(tsc: typeof ts, source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const isExports = (node: ts.Node) => /^(module\.)?exports$/.test(node.getText(source));
  const visit = (node: ts.Node) => {
    if (tsc.isBinaryExpression(node) && isAssignment(tsc, node)) {
      const target = node.left.getText(source);
      const isKnown = tsc.isExpressionStatement(node.parent) && node.parent.parent === source;
      const name = exportedName(target);
      if (/^(module\.)?exports\b/.test(target) && !(isKnown && (name !== undefined || isExports(node.left))))
        found.push(node);
    }
    // A compiler marks its modules.
    const isCall = tsc.isCallExpression(node) && !/['"]__esModule['"]/.test(node.getText(source));
    if (isCall && node.arguments.some(isExports)) found.push(node);
    tsc.forEachChild(node, visit);
  };
  if (/\bexports\b/.test(source.text)) visit(source);
  return found;
}
