import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { dataOf } from '../sources/literal.js';
import { type Module, behind, isFunction, walk } from '../sources/module.js';
import { isAssignment } from '../sources/names.js';
import type { WrittenPopulate } from './pieces.js';
import { isConditional } from './transparent.js';

const TARGET = /^\w+\.query\.populate$|^\w+\.query\[['"]populate['"]\]$/;
/** Calls that do not change the request. */
const HARMLESS = /^(next|super\.find|super\.findOne|(strapi\.log|console)\.\w+)$/;

/**
 * The value that code gives `ctx.query.populate`, if that is known, does not depend on anything else, and is all that the
 * code does besides `next()` or `super.find(ctx)`.
 */
export function populateOf(module: Module, node: ts.Node): WrittenPopulate | undefined {
  const { tsc, source } = module;
  const found: { readonly assignment: ts.BinaryExpression; readonly assigned: Assigned }[] = [];
  const returns: ts.ReturnStatement[] = [];
  let passes = 0;
  let others = 0;
  walk(module, node, (each) => {
    if (tsc.isBinaryExpression(each) && isAssignment(tsc, each)) {
      const assigned = assignedPopulate(module, each);
      if (assigned === undefined) others++;
      else found.push({ assignment: each, assigned });
    }
    if (tsc.isCallExpression(each)) {
      const callee = each.expression.getText(source);
      if (!HARMLESS.test(callee)) others++;
      // A request that may not be passed on is refused.
      if (/^(next|super\.\w+)$/.test(callee) && !isConditional(module, each, node)) passes++;
    }
    if (tsc.isReturnStatement(each)) returns.push(each);
    // Anything else that is made, thrown or deleted may change the answer.
    if (tsc.isNewExpression(each) || tsc.isThrowStatement(each) || tsc.isDeleteExpression(each)) others++;
  });
  others += returns.filter(({ expression }) => expression === undefined || !isPassedOn(module, expression)).length;
  const [only, ...more] = found;
  if (only === undefined || more.length > 0 || others > 0 || passes === 0) return undefined;
  const condition = conditionOf(module, only.assignment, node);
  const value = dataOf(evaluate(module, only.assigned.value));
  if (condition === 'another' || value === undefined) return undefined;
  return { value, isForced: only.assigned.isForced && condition === 'none' };
}

interface Assigned {
  readonly value: ts.Expression;
  readonly isForced: boolean;
}

/** The value in `ctx.query.populate = …` and in `ctx.query = { ...ctx.query, populate: … }`. */
function assignedPopulate(module: Module, { left, right, operatorToken }: ts.BinaryExpression): Assigned | undefined {
  const { tsc, source } = module;
  const target = left.getText(source);
  const isPlain = operatorToken.kind === tsc.SyntaxKind.EqualsToken;
  if (TARGET.test(target)) {
    // `ctx.query.populate = ctx.query.populate || { … }`
    const isOr = tsc.isBinaryExpression(right) && /^(\|\||\?\?)$/.test(right.operatorToken.getText(source));
    if (isOr && right.left.getText(source) === target) return { value: right.right, isForced: false };
    return { value: right, isForced: isPlain };
  }
  if (!isPlain || !/^\w+\.query$/.test(target) || !tsc.isObjectLiteralExpression(right)) return undefined;
  const [one, other, ...more] = right.properties;
  const isCopy = (part: ts.ObjectLiteralElementLike | undefined) =>
    part !== undefined && tsc.isSpreadAssignment(part) && part.expression.getText(source) === target;
  const populate = [one, other].find((part) => part?.name?.getText(source) === 'populate');
  if (!(isCopy(one) || isCopy(other)) || more.length > 0 || populate === undefined) return undefined;
  const value = tsc.isPropertyAssignment(populate)
    ? populate.initializer
    : tsc.isShorthandPropertyAssignment(populate)
      ? populate.name
      : undefined;
  return value && { value, isForced: isCopy(one) };
}

/** Whether a returned value is a middleware itself, or an answer that is not changed. */
function isPassedOn(module: Module, node: ts.Node): boolean {
  const { tsc, source } = module;
  if (tsc.isAwaitExpression(node) || tsc.isParenthesizedExpression(node)) return isPassedOn(module, node.expression);
  if (tsc.isCallExpression(node)) return HARMLESS.test(node.expression.getText(source));
  if (!tsc.isIdentifier(node)) return isFunction(module, node);
  const known = behind(module, node);
  return known !== node && isPassedOn(module, known);
}

/**
 * When an assignment runs: always (`none`), if the request names no populate (`unnamed`), or under `another` condition.
 */
function conditionOf({ tsc, source }: Module, assignment: ts.Node, end: ts.Node): 'none' | 'unnamed' | 'another' {
  let condition: 'none' | 'unnamed' = 'none';
  for (let node = assignment; node !== end && node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (tsc.isIfStatement(parent)) {
      const isDefault = /^!\w+\.query\??\.populate$|^\w+\.query\??\.populate ===? (undefined|null)$/;
      if (parent.elseStatement === node || !isDefault.test(parent.expression.getText(source))) return 'another';
      condition = 'unnamed';
    } else if (
      tsc.isConditionalExpression(parent) ||
      tsc.isIterationStatement(parent, false) ||
      tsc.isCaseOrDefaultClause(parent)
    ) {
      return 'another';
    }
  }
  return condition;
}
