import type { Literal } from '../model.js';
import type { Report } from '../report.js';
import type { Values } from '../values.js';
import * as read from '../values.js';

/** The operators of JSON logic that only compute. */
const operators = new Set(
  '== === != !== > >= < <= ! !! % + - * / min max and or if ?: in cat substr merge map filter reduce all none some var missing missing_some'.split(
    ' ',
  ),
);

/** Reads `conditions: { visible: { '==': [{ var: 'kind' }, 'offer'] } }`. */
export function readCondition(options: Values, report: Report): Literal | undefined {
  const conditions = read.object(options, 'conditions');
  const rule = conditions && read.literalValue(conditions, 'visible');
  if (conditions === undefined || rule === undefined) return undefined;
  const unknown = unknownOperator(rule);
  if (unknown === undefined) return rule;
  const code = report.tolerant ? 'CG503' : 'CG208';
  report(code, read.span(conditions, 'visible'), `"${unknown}" is not an operator of conditions`);
  return undefined;
}

function unknownOperator(rule: Literal): string | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined;
  if (isList(rule)) return rule.map(unknownOperator).find((name) => name !== undefined);
  const keys = Object.keys(rule);
  const [name = ''] = keys;
  if (keys.length !== 1 || !operators.has(name)) return keys.find((key) => !operators.has(key)) ?? keys.join(', ');
  return Object.values(rule)
    .map(unknownOperator)
    .find((inner) => inner !== undefined);
}

function isList(rule: Literal): rule is readonly Literal[] {
  return Array.isArray(rule);
}
