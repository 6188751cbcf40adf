import type { AnyModel } from '../model.js';
import type { PlanContext } from './context.js';
import { lookup } from './lookup.js';
import type { FilterPlan } from './plan.js';

/** `_q`: the id of the document or any visible text attribute contains it, or a numeric one is it. */
export function planSearch(context: PlanContext, model: AnyModel, text: string): FilterPlan {
  const items: FilterPlan[] = [];
  for (const name of ['documentId', ...Object.keys(model.attributes)]) {
    const found = lookup(context, model, name, 'filter');
    if (found?.kind !== 'field' || model.attributes[name]?.searchable === false) continue;
    const { field } = found;
    if (field.type.search === 'contains') {
      items.push({ kind: 'compare', field, operator: '$containsi', operands: [text], negated: false });
    } else if (field.type.search === 'equals') {
      const number = numberFor(field.type.name, text);
      if (number !== undefined)
        items.push({ kind: 'compare', field, operator: '$eq', operands: [number], negated: false });
    }
  }
  return { kind: 'or', items };
}

/** The text as a number that the type can hold, if it is one. */
function numberFor(type: string, text: string): string | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (type === 'biginteger') {
    if (!Number.isInteger(number)) return undefined;
    // Beyond 2^53 only digits are exact.
    const exact = /^\s*[+-]?\d+\s*$/.test(text) ? BigInt(text) : BigInt(number);
    return BigInt.asIntN(64, exact) === exact ? exact.toString() : undefined;
  }
  const fits =
    type === 'integer' ? Number.isInteger(number) && Math.abs(number) <= 2147483647 : Number.isFinite(number);
  return fits ? String(number) : undefined;
}
