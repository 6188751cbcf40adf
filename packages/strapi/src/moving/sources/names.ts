import type { ts } from 'ts-morph';

type Tsc = typeof ts;

/**
 * The value that a name has for its whole life. Undefined also for a name whose value or members other code changes,
 * because only a run would show that value.
 */
export function valueOfName(tsc: Tsc, name: ts.Identifier): ts.Node | undefined {
  return changedNames(tsc, name.getSourceFile()).has(name.text) ? undefined : firstValueOf(tsc, name);
}

/**
 * The value with which a name begins: the initializer of its variable, its function or class. Undefined for a name that
 * an import, a parameter or a pattern declares.
 */
export function firstValueOf(tsc: Tsc, name: ts.Identifier): ts.Node | undefined {
  const found = declarationOf(tsc, name);
  return found?.members.length === 0 ? found.value : undefined;
}

/**
 * The path of a value, from the object where it begins: `strapi.db.lifecycles` for `lifecycles` after `const {
 * lifecycles } = strapi.db`, and `strapi.server` for `strapi.get('server')`. Other expressions have their code as path.
 */
export function memberPath(tsc: Tsc, node: ts.Node, depth = 0): string {
  const next = (inner: ts.Node) => memberPath(tsc, inner, depth + 1);
  if (tsc.isNonNullExpression(node) || tsc.isParenthesizedExpression(node) || tsc.isAsExpression(node))
    return next(node.expression);
  if (tsc.isPropertyAccessExpression(node)) return `${next(node.expression)}.${node.name.text}`;
  if (tsc.isElementAccessExpression(node)) {
    const { argumentExpression: name } = node;
    const isPlain = tsc.isStringLiteralLike(name) && /^\w+$/.test(name.text);
    return `${next(node.expression)}${isPlain ? `.${name.text}` : `[${name.getText()}]`}`;
  }
  if (tsc.isCallExpression(node)) {
    const callee = next(node.expression);
    const [name] = node.arguments;
    if (/^strapi\.get$/.test(callee) && name !== undefined && tsc.isStringLiteralLike(name))
      return `strapi.${name.text}`;
    return `${callee}(${node.arguments.map((each) => each.getText()).join()})`;
  }
  if (!tsc.isIdentifier(node) || depth > 20) return node.getText().replaceAll(/\s+/g, '');
  const { value, members = [] } = declarationOf(tsc, node) ?? {};
  const isPath =
    value !== undefined &&
    (tsc.isIdentifier(value) ||
      tsc.isPropertyAccessExpression(value) ||
      tsc.isElementAccessExpression(value) ||
      tsc.isCallExpression(value));
  // `({ strapi: app })`: a parameter has no value, so the path begins with the member.
  if (isPath || members.length > 0) return [...(isPath ? [next(value)] : []), ...members].join('.');
  return node.text;
}

/** What a name stands for: a value, or a member of a value. */
interface Declaration {
  readonly value: ts.Node | undefined;
  readonly members: readonly string[];
}

function declarationOf(tsc: Tsc, name: ts.Identifier): Declaration | undefined {
  for (let scope: ts.Node | undefined = name.parent; scope !== undefined; scope = scope.parent) {
    const found = namesIn(tsc, scope).get(name.text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names that a node declares for the nodes below it. */
function namesIn(tsc: Tsc, scope: ts.Node): ReadonlyMap<string, Declaration> {
  const known = scopes.get(scope);
  if (known !== undefined) return known;
  const names = new Map<string, Declaration>();
  const declare = (name: ts.BindingName | undefined, value?: ts.Node, members: readonly string[] = []) => {
    if (name === undefined) return;
    if (tsc.isIdentifier(name)) names.set(name.text, { value, members });
    else
      for (const element of name.elements)
        if (tsc.isBindingElement(element)) {
          const { propertyName = element.name } = element;
          declare(element.name, value, [...members, element.dotDotDotToken ? '...' : propertyName.getText()]);
        }
  };
  const declareAll = (list: ts.VariableDeclarationList) => {
    for (const { name, initializer } of list.declarations) declare(name, initializer);
  };
  if (tsc.isFunctionLike(scope)) for (const { name } of scope.parameters) declare(name);
  if (tsc.isCatchClause(scope)) declare(scope.variableDeclaration?.name);
  if (tsc.isForStatement(scope) || tsc.isForInStatement(scope) || tsc.isForOfStatement(scope)) {
    const { initializer } = scope;
    if (initializer !== undefined && tsc.isVariableDeclarationList(initializer))
      for (const { name } of initializer.declarations) declare(name);
  }
  if (tsc.isBlock(scope) || tsc.isSourceFile(scope)) {
    for (const statement of scope.statements) {
      if (tsc.isVariableStatement(statement)) declareAll(statement.declarationList);
      if (tsc.isFunctionDeclaration(statement)) declare(statement.name, statement);
      if (tsc.isClassDeclaration(statement)) declare(statement.name, statement);
    }
  }
  scopes.set(scope, names);
  return names;
}

const scopes = new WeakMap<ts.Node, ReadonlyMap<string, Declaration>>();

/** The names to which a file assigns after their declaration, or whose members it changes. */
function changedNames(tsc: Tsc, source: ts.SourceFile): ReadonlySet<string> {
  const known = changes.get(source);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const add = (target: ts.Node | undefined) => {
    const name = target && rootOf(tsc, target);
    if (name !== undefined) names.add(name);
  };
  const visit = (node: ts.Node) => {
    if (tsc.isBinaryExpression(node) && isAssignment(tsc, node)) add(node.left);
    else if (tsc.isPostfixUnaryExpression(node) || tsc.isDeleteExpression(node)) {
      add(tsc.isDeleteExpression(node) ? node.expression : node.operand);
    } else if (tsc.isCallExpression(node)) {
      if (LIST_CHANGES.test(node.expression.getText(source))) add(node.expression);
      else add(changedObject(node));
    }
    tsc.forEachChild(node, visit);
  };
  visit(source);
  changes.set(source, names);
  return names;
}

const changes = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

const OBJECT_CHANGES =
  /^(Object\.(assign|definePropert(y|ies)|setPrototypeOf)|Reflect\.(set|defineProperty)|(_|lodash)\.(set|unset|update|merge|assign|extend|defaults)\w*)$/;
/** The object that a call changes: `own` of `Object.assign(own, …)`. */
export function changedObject(call: ts.CallExpression): ts.Node | undefined {
  return OBJECT_CHANGES.test(call.expression.getText()) ? call.arguments[0] : undefined;
}

const LIST_CHANGES = /\.(push|unshift|splice|pop|shift|reverse|sort|fill|copyWithin)$/;

export function isAssignment(tsc: Tsc, { operatorToken }: ts.BinaryExpression): boolean {
  return operatorToken.kind >= tsc.SyntaxKind.FirstAssignment && operatorToken.kind <= tsc.SyntaxKind.LastAssignment;
}

/** The name at the beginning of a path: `own` of `own.create` and `own['create']`. */
function rootOf(tsc: Tsc, node: ts.Node): string | undefined {
  if (tsc.isIdentifier(node)) return node.text;
  if (
    tsc.isPropertyAccessExpression(node) ||
    tsc.isElementAccessExpression(node) ||
    tsc.isNonNullExpression(node) ||
    tsc.isParenthesizedExpression(node) ||
    tsc.isAsExpression(node)
  ) {
    return rootOf(tsc, node.expression);
  }
  return undefined;
}
