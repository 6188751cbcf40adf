import type { ts } from 'ts-morph';

import { type Module, walk } from '../sources/module.js';
import { isAssignment } from '../sources/names.js';

/** Calls that neither refuse a request nor change data: logs, clocks, headers of the answer. */
const HARMLESS =
  /^(next|console\.\w+|strapi\.log\.\w+|Date\.now|performance\.now|process\.hrtime(\.bigint)?|Math\.\w+|\w+\.set|(ctx|context)(\.(request|response))?\.(is|get|accepts)|[\w.]+\.(toFixed|toISOString|startsWith|endsWith|includes|toLowerCase)|JSON\.stringify|new Date\(\)\.(toISOString|getTime|valueOf))$/;

/**
 * Whether code lets every request pass and changes nothing but headers: each call is a harmless one, nothing is
 * assigned, and `next` is called without a condition. Anything else may restrict or compute.
 */
export function isTransparent(module: Module, node: ts.Node, callsNext: boolean): boolean {
  const { tsc, source } = module;
  let next = 0;
  let others = 0;
  walk(module, node, (each) => {
    if (tsc.isCallExpression(each)) {
      const callee = each.expression.getText(source);
      if (!HARMLESS.test(callee) || (callee.endsWith('.set') && !/^(ctx|context)\.set$/.test(callee))) others++;
      if (callee === 'next' && !isConditional(module, each, node)) next++;
    }
    if (tsc.isBinaryExpression(each) && isAssignment(tsc, each)) others++;
    if (tsc.isReturnStatement(each) && isConditional(module, each, node)) others++;
    if (tsc.isNewExpression(each) && each.expression.getText(source) !== 'Date') others++;
    if (tsc.isThrowStatement(each) || tsc.isDeleteExpression(each) || tsc.isTaggedTemplateExpression(each)) others++;
    if (tsc.isPostfixUnaryExpression(each)) others++;
    if (tsc.isPrefixUnaryExpression(each) && STEPS.test(each.getText(source))) others++;
    if (tsc.isIterationStatement(each, false) || tsc.isYieldExpression(each)) others++;
  });
  return others === 0 && next === (callsNext ? 1 : 0);
}

const STEPS = /^(\+\+|--)/;

/** Whether a run of the surrounding code may skip a node. */
export function isConditional({ tsc }: Pick<Module, 'tsc'>, start: ts.Node, end: ts.Node): boolean {
  for (let node = start.parent; node !== undefined && node !== end.parent; node = node.parent) {
    if (
      tsc.isIfStatement(node) ||
      tsc.isConditionalExpression(node) ||
      tsc.isIterationStatement(node, false) ||
      tsc.isCaseOrDefaultClause(node) ||
      tsc.isTryStatement(node) ||
      (tsc.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText()))
    )
      return true;
  }
  return false;
}
