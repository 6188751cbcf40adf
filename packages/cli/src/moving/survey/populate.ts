import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { dataOf } from '../sources/literal.js';
import { type Module, inside, isFunction, walk } from '../sources/module.js';

const TARGET = /^\w+\.query\.populate$|^\w+\.query\[['"]populate['"]\]$/;
/** Calls that do not change the request. */
const HARMLESS = /^(next|super\.find|super\.findOne|(strapi\.log|console)\.\w+)$/;

/**
 * The value that code gives `ctx.query.populate`, if that is known, does not depend on anything else, and is all that the
 * code does besides `next()` or `super.find(ctx)`.
 */
export function populateOf(module: Module, node: ts.Node): unknown {
  const { tsc, source } = module;
  const blocks: ts.Block[] = [];
  const found: { readonly assignment: ts.BinaryExpression; readonly value: ts.Expression }[] = [];
  let others = 0;
  walk(module, node, (each) => {
    if (tsc.isBlock(each)) blocks.push(each);
    if (tsc.isBinaryExpression(each) && isAssignment(module, each)) {
      const value = assignedPopulate(module, each);
      if (value === undefined) others++;
      else found.push({ assignment: each, value });
    }
    if (tsc.isCallExpression(each) && !HARMLESS.test(each.expression.getText(source))) others++;
    if (tsc.isReturnStatement(each) && each.expression && !isPassedOn(module, each.expression)) others++;
    // Anything else that is made, thrown or deleted may change the answer.
    if (tsc.isNewExpression(each) || tsc.isThrowStatement(each) || tsc.isDeleteExpression(each)) others++;
  });
  const [only, ...more] = found;
  if (only === undefined || more.length > 0 || others > 0 || !isUnconditional(module, only.assignment, node))
    return undefined;
  const scope = blocks.reduce((outer, block) => inside(outer, block), module);
  return dataOf(evaluate(scope, only.value));
}

/** The value in `ctx.query.populate = …` and in `ctx.query = { ...ctx.query, populate: … }`. */
function assignedPopulate(module: Module, { left, right }: ts.BinaryExpression): ts.Expression | undefined {
  const { tsc, source } = module;
  const target = left.getText(source);
  if (TARGET.test(target)) return right;
  if (!/^\w+\.query$/.test(target) || !tsc.isObjectLiteralExpression(right)) return undefined;
  const [one, other, ...more] = right.properties;
  const pair = [one, other];
  const isCopied = pair.some(
    (part) => part !== undefined && tsc.isSpreadAssignment(part) && part.expression.getText(source) === target,
  );
  const populate = pair.find((part) => part?.name?.getText(source) === 'populate');
  if (!isCopied || more.length > 0 || populate === undefined) return undefined;
  if (tsc.isPropertyAssignment(populate)) return populate.initializer;
  return tsc.isShorthandPropertyAssignment(populate) ? populate.name : undefined;
}

/** Whether a returned value is a middleware itself, or an answer that is not changed. */
function isPassedOn(module: Module, node: ts.Expression): boolean {
  const { tsc, source } = module;
  if (tsc.isAwaitExpression(node) || tsc.isParenthesizedExpression(node)) return isPassedOn(module, node.expression);
  if (tsc.isCallExpression(node)) return HARMLESS.test(node.expression.getText(source));
  return tsc.isIdentifier(node) || isFunction(module, node);
}

function isAssignment({ tsc }: Module, { operatorToken }: ts.BinaryExpression): boolean {
  return operatorToken.kind >= tsc.SyntaxKind.FirstAssignment && operatorToken.kind <= tsc.SyntaxKind.LastAssignment;
}

/** Whether the only condition around an assignment is that the request names no populate itself. */
function isUnconditional({ tsc, source }: Module, assignment: ts.Node, end: ts.Node): boolean {
  for (let node = assignment; node !== end && node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (tsc.isIfStatement(parent)) {
      const isDefault = /^!\w+\.query\??\.populate$|^\w+\.query\??\.populate ===? (undefined|null)$/;
      if (parent.elseStatement === node || !isDefault.test(parent.expression.getText(source))) return false;
    } else if (
      tsc.isConditionalExpression(parent) ||
      tsc.isIterationStatement(parent, false) ||
      tsc.isCaseOrDefaultClause(parent)
    ) {
      return false;
    }
  }
  return true;
}
