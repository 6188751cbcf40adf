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
  const found: ts.BinaryExpression[] = [];
  let others = 0;
  walk(module, node, (each) => {
    if (tsc.isBlock(each)) blocks.push(each);
    if (tsc.isBinaryExpression(each) && isAssignment(module, each)) {
      if (TARGET.test(each.left.getText(source))) found.push(each);
      else others++;
    }
    if (tsc.isCallExpression(each) && !HARMLESS.test(each.expression.getText(source))) others++;
    if (tsc.isReturnStatement(each) && each.expression && !isPassedOn(module, each.expression)) others++;
    // Anything else that is made, thrown or deleted may change the answer.
    if (tsc.isNewExpression(each) || tsc.isThrowStatement(each) || tsc.isDeleteExpression(each)) others++;
  });
  const [only, ...more] = found;
  if (only === undefined || more.length > 0 || others > 0 || !isUnconditional(module, only, node)) return undefined;
  const scope = blocks.reduce((outer, block) => inside(outer, block), module);
  return dataOf(evaluate(scope, only.right));
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
