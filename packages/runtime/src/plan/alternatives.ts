import type { Edge } from '../model/index.js';
import type { FilterPlan } from './plan.js';

type Exists = Extract<FilterPlan, { kind: 'exists' }>;

/**
 * Combines alternatives. Alternatives about the same relation become one search among the rows of the relation, because
 * PostgreSQL would search once for each alternative. The meaning stays: a row that meets one of the conditions exists
 * exactly if one of the searches finds a row.
 */
export function anyOf(items: readonly FilterPlan[]): FilterPlan {
  const searches = new Map<Edge, Exists[]>();
  for (const item of items) {
    if (item.kind !== 'exists') continue;
    const others = searches.get(item.edge);
    if (others === undefined) searches.set(item.edge, [item]);
    else others.push(item);
  }
  const merged = items.flatMap((item) => {
    if (item.kind !== 'exists') return [item];
    const all = searches.get(item.edge) ?? [];
    return item === all[0] ? [searchOf(item, all)] : [];
  });
  const [only, ...others] = merged;
  return only !== undefined && others.length === 0 ? only : { kind: 'or', items: merged };
}

function searchOf(first: Exists, all: readonly Exists[]): FilterPlan {
  if (all.length === 1) return first;
  const { edge } = first;
  const orAbsent = all.some((one) => one.orAbsent);
  const conditions = all.flatMap(({ where }) => (where === undefined ? [] : [where]));
  // Any row meets a search without a condition.
  if (conditions.length < all.length) return { kind: 'exists', edge, orAbsent };
  return { kind: 'exists', edge, where: anyOf(conditions), orAbsent };
}
