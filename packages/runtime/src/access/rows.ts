import { type RowFilter, CALLER } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { type FilterPlan, planFilters, trustedContext } from '../plan/index.js';
import { parseFilters, treeOf } from '../query/index.js';

/** The settings are code: a row filter may compare with attributes that the caller may not see. */
const trusted = trustedContext([]);

/** Row filters as a condition. Without a user, a filter on the caller matches no row. */
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

/** Replaces `$caller` by the document id of the user. */
function bind(value: unknown, user: string | undefined): unknown {
  if (value === CALLER) return user;
  if (Array.isArray(value)) return value.map((item) => bind(item, user));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bind(inner, user)]));
}

/** The attributes that each row must have the caller in: `owner` of `{ owner: '$caller' }`. */
export function attributesOfCaller(filter: RowFilter): readonly string[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key === '$and' && Array.isArray(value)) return value.filter(isFilter).flatMap(attributesOfCaller);
    return !key.startsWith('$') && isCaller(value) ? [key] : [];
  });
}

/** `'$caller'`, also behind `$eq` and `documentId`. */
function isCaller(value: unknown): boolean {
  if (!isFilter(value)) return value === CALLER;
  return ['$eq', 'documentId'].some((key) => Object.hasOwn(value, key) && isCaller(value[key]));
}

function isFilter(value: unknown): value is RowFilter {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
