import type { AnyModel } from '../model/model.js';
import type { PlanContext } from '../plan/context.js';
import { anyEffort } from '../plan/effort.js';
import { planFilters } from '../plan/filters.js';
import type { FilterPlan } from '../plan/plan.js';
import { parseFilters } from '../query/filters.js';
import { treeOf } from '../query/tree.js';
import { type RowFilter, defaultRest } from '../content/settings.js';
import { CALLER } from './rights.js';

/** The config is code: what it compares with is not limited by what the caller may see. */
const trusted: PlanContext = {
  models: [],
  rest: defaultRest,
  maySee: () => true,
  allows: () => true,
  rowsOf: () => undefined,
  spend: anyEffort,
};

/** Row filters as a condition. Without a user, nothing is the caller's. */
export function planRows(
  model: AnyModel,
  filters: readonly RowFilter[],
  user: string | undefined,
): FilterPlan | undefined {
  if (filters.length === 0) return undefined;
  if (user === undefined && JSON.stringify(filters).includes(JSON.stringify(CALLER))) return { kind: 'or', items: [] };
  const items = filters.flatMap((filter) => {
    const ast = parseFilters(treeOf(bind(filter, user)), 'where');
    return ast === undefined ? [] : [planFilters({ context: trusted, param: 'where' }, model, ast)];
  });
  return { kind: 'and', items };
}

/** Puts the user where the filter says so. */
function bind(value: unknown, user: string | undefined): unknown {
  if (value === CALLER) return user;
  if (Array.isArray(value)) return value.map((item) => bind(item, user));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bind(inner, user)]));
}
