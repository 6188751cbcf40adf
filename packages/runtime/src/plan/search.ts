import type { AnyModel } from '../model.js';
import type { PlanContext } from './context.js';
import { lookup } from './lookup.js';
import type { FilterPlan } from './plan.js';

/** `_q`: any visible text attribute contains it, or a numeric one is it. */
export function planSearch(context: PlanContext, model: AnyModel, text: string): FilterPlan {
  const items: FilterPlan[] = [];
  const number = text.trim() === '' ? Number.NaN : Number(text);
  for (const [name, attribute] of Object.entries(model.attributes)) {
    const found = lookup(context, model, name, 'filter');
    if (found?.kind !== 'field' || attribute.searchable === false) continue;
    const { field } = found;
    if (field.type.search === 'contains') {
      items.push({ kind: 'compare', field, operator: '$containsi', operands: [text], negated: false });
    } else if (field.type.search === 'equals' && fits(number, field.type.name)) {
      items.push({ kind: 'compare', field, operator: '$eq', operands: [String(number)], negated: false });
    }
  }
  return { kind: 'or', items };
}

function fits(number: number, type: string): boolean {
  if (type === 'integer') return Number.isInteger(number) && Math.abs(number) <= 2147483647;
  if (type === 'biginteger') return Number.isSafeInteger(number);
  return Number.isFinite(number);
}
