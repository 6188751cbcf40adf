import { type AnyModel, type ScalarField, isStorableInteger } from '../model/index.js';
import type { Blank } from '../query/index.js';
import { type Operand, operandOf } from './blanks/blank.js';
import type { PlanContext } from './context.js';
import { meaningOf } from './lookup.js';
import type { SingleOperator } from './operators.js';
import type { FilterPlan } from './plan.js';

/**
 * `_q` matches a document if a searchable text attribute contains it, a numeric attribute equals it, or the document id
 * equals it. Ids are not searched for parts: ids are random, and a short word would match an id by accident.
 */
export function planSearch(context: PlanContext, model: AnyModel, sent: string | Blank<'text'>): FilterPlan {
  // `_q` weighs as one condition, because the definition decides how many attributes `_q` searches.
  context.weigh('$containsi', '_q', '_q');
  const items: FilterPlan[] = [];
  const text = operandOf(sent, 'text', (asked) => asked);
  const add = (field: ScalarField, operator: SingleOperator, operand: Operand) =>
    items.push({ kind: 'compare', field, operator, operands: [operand], negated: false });

  const key = meaningOf(context, model, 'documentId', 'filter');
  if (key?.kind === 'field') add(key.field, '$eqi', text);
  for (const [name, attribute] of Object.entries(model.attributes)) {
    const found = meaningOf(context, model, name, 'filter');
    if (found?.kind !== 'field' || attribute.searchable === false) continue;
    const { field } = found;
    if (field.type.search === 'contains') add(field, '$containsi', text);
    if (field.type.search !== 'equals') continue;
    const number = typeof sent === 'string' ? numberFor(field.type.name, sent) : undefined;
    if (number !== undefined) add(field, '$eq', number);
  }
  return { kind: 'or', items };
}

/** Whether a search for the text also looks for a number. */
export function isNumeral(text: string): boolean {
  return /^\s*[+-]?(?:\d+(?:\.\d+)?|\.\d+)\s*$/.test(text);
}

/**
 * The text as a number that the type can hold; `undefined` if the text is no such number. Strapi compares digits, so
 * `1e1` is no 10.
 */
export function numberFor(type: string, text: string): string | undefined {
  const number = isNumeral(text) ? Number(text) : Number.NaN;
  if (type === 'biginteger') {
    if (!Number.isInteger(number)) return undefined;
    // Beyond 2^53 only digits are exact.
    const exact = /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text) : BigInt(number);
    return BigInt.asIntN(64, exact) === exact ? exact.toString() : undefined;
  }
  const fits = type === 'integer' ? isStorableInteger(number) : Number.isFinite(number);
  return fits ? String(number) : undefined;
}
