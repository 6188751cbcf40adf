import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { textOf, textsOf } from '../sources/literal.js';
import { type Module, behind, isFunction, membersOf, walk } from '../sources/module.js';
import { isAssignment } from '../sources/names.js';

/**
 * The uids that the code in `strapi.documents.use(…)` compares `context.uid` with, if this code leaves all other types
 * alone: `if (context.uid === 'api::a.a')` around the effects, before or after `next`, or `if (context.uid !==
 * 'api::a.a') return next();` before the effects.
 */
export function comparedUids(file: Module, call: ts.CallExpression): readonly string[] | undefined {
  const handler = call.arguments[0] && behind(file, call.arguments[0]);
  const effects = handler && effectsOf(file, handler);
  if (effects === undefined) return undefined;
  return ofTypes(guarded(file, effects, isNext) ?? around(file, effects) ?? afterwards(file, effects));
}

/**
 * The uids that a subscriber of all types compares `event.model.uid` with, if each handler leaves all other types
 * alone: `if (event.model.uid !== 'api::a.a') return;` before the effects, or `if (event.model.uid === 'api::a.a')`
 * around the effects.
 */
export function comparedByHandlers(file: Module, call: ts.CallExpression): readonly string[] | undefined {
  const subscriber = call.arguments[0] && behind(file, call.arguments[0]);
  if (subscriber === undefined) return undefined;
  const handlers = isFunction(file, subscriber) ? [subscriber] : membersOf(file, subscriber).map(({ node }) => node);
  const found = handlers.map((handler) => {
    const effects = effectsOf(file, handler);
    if (effects === undefined || effects.length === 0) return undefined;
    return guarded(file, effects, isReturn) ?? uidsOfAll(file, effects);
  });
  return found.every((uids) => uids !== undefined) ? ofTypes(found.flat()) : undefined;
}

/** Keeps the types of the project. Types of plugins have other routes. */
function ofTypes(uids: readonly string[] | undefined): readonly string[] | undefined {
  return uids?.every((uid) => uid.startsWith('api::')) === true && uids.length > 0 ? [...new Set(uids)] : undefined;
}

/** The statements of a function, from the first statement that may have an effect. */
function effectsOf(file: Module, handler: ts.Node) {
  if (!isFunction(file, handler) || !handler.body || !file.tsc.isBlock(handler.body)) return undefined;
  const begin = handler.body.statements.findIndex((statement) => !onlyNames(file, statement));
  return handler.body.statements.slice(Math.max(begin, 0));
}

/** `const { uid, params } = context;` */
function onlyNames(module: Module, statement: ts.Statement): boolean {
  const { tsc } = module;
  let effects = tsc.isVariableStatement(statement) ? 0 : 1;
  walk(module, statement, (node) => {
    if (tsc.isCallExpression(node) || tsc.isNewExpression(node) || tsc.isAwaitExpression(node)) effects++;
    if (tsc.isBinaryExpression(node) && isAssignment(tsc, node)) effects++;
  });
  return effects === 0;
}

/** `if (context.uid !== 'api::a.a' || …) return next();` before everything else. */
function guarded(
  module: Module,
  [first]: readonly ts.Statement[],
  passes: (module: Module, node: ts.Node) => boolean,
): readonly string[] | undefined {
  if (first === undefined || !module.tsc.isIfStatement(first) || first.elseStatement) return undefined;
  if (!passes(module, first.thenStatement)) return undefined;
  const operands = operandsOf(module, first.expression, module.tsc.SyntaxKind.BarBarToken);
  return operands.map((each) => uidsOf(module, each, false)).find((uids) => uids !== undefined);
}

/** `if (context.uid === 'api::a.a' && …) { … } return next();` */
function around(module: Module, statements: readonly ts.Statement[]): readonly string[] | undefined {
  const last = statements.at(-1);
  return last && isNext(module, last) ? uidsOfAll(module, statements.slice(0, -1)) : undefined;
}

/** `const result = await next(); if (context.uid === 'api::a.a' && …) { … } return result;` */
function afterwards(module: Module, statements: readonly ts.Statement[]): readonly string[] | undefined {
  const { source } = module;
  const [, name] = /^(?:const|let) (\w+) = await next\(\);?$/.exec(statements[0]?.getText(source) ?? '') ?? [];
  const isReturned = statements.at(-1)?.getText(source).replace(/;$/, '') === `return ${name}`;
  return name !== undefined && isReturned ? uidsOfAll(module, statements.slice(1, -1)) : undefined;
}

/** The uids that a list of `if` statements compares with. Undefined if a statement compares with no uid. */
function uidsOfAll(module: Module, statements: readonly ts.Statement[]): readonly string[] | undefined {
  const { tsc } = module;
  const found = statements.map((statement) => {
    if (!tsc.isIfStatement(statement) || statement.elseStatement) return undefined;
    const operands = operandsOf(module, statement.expression, tsc.SyntaxKind.AmpersandAmpersandToken);
    return operands.map((each) => uidsOf(module, each, true)).find((uids) => uids !== undefined);
  });
  return found.every((uids) => uids !== undefined) ? found.flat() : undefined;
}

function isNext({ source }: Module, node: ts.Node): boolean {
  return /^\{?\s*return (await )?next\(\);?\s*\}?$/.test(node.getText(source));
}

function isReturn({ source }: Module, node: ts.Node): boolean {
  return /^\{?\s*return;?\s*\}?$/.test(node.getText(source));
}

/** The operands of `a || b || c`, or of `a && b && c`. */
function operandsOf(module: Module, given: ts.Expression, operator: ts.SyntaxKind): readonly ts.Expression[] {
  const { tsc } = module;
  const node = tsc.isParenthesizedExpression(given) ? given.expression : given;
  if (!tsc.isBinaryExpression(node) || node.operatorToken.kind !== operator) return [node];
  return [...operandsOf(module, node.left, operator), ...operandsOf(module, node.right, operator)];
}

/** The uids for which a comparison is true; with `isTrue` false, the uids for which it is false. */
function uidsOf(module: Module, node: ts.Expression, isTrue: boolean): readonly string[] | undefined {
  const { tsc, source } = module;
  const isUid = (each: ts.Node | undefined) =>
    each !== undefined && /^(\w+\.)?(model\.)?uid$/.test(each.getText(source));
  if (!isTrue && tsc.isPrefixUnaryExpression(node) && node.operator === tsc.SyntaxKind.ExclamationToken)
    return tsc.isCallExpression(node.operand) ? uidsOf(module, node.operand, true) : undefined;
  if (tsc.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(source);
    if (!isUid(node.left) || !(isTrue ? /^===?$/ : /^!==?$/).test(operator)) return undefined;
    const uid = textOf(evaluate(module, node.right));
    return uid === undefined ? undefined : [uid];
  }
  if (!isTrue || !tsc.isCallExpression(node) || !tsc.isPropertyAccessExpression(node.expression)) return undefined;
  const asks = /^(includes|has)$/.test(node.expression.name.text) && isUid(node.arguments[0]);
  return asks ? textsOf(evaluate(module, node.expression.expression)) : undefined;
}
