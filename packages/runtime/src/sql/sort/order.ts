import type { Edge } from '../../model/index.js';
import type { OrderTerm } from '../../plan/index.js';
import { type Builder, whereClause } from '../builder.js';
import { joinEdge } from '../edge.js';
import { scoreOf } from '../full-text.js';
import { type Source, valueOf } from '../source.js';

/** A sort key and its direction. */
export interface OrderKey {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Sort keys. In a list the smallest value counts for ascending order, the largest for descending order; null is larger
 * than every value, as in Strapi on PostgreSQL. `keys`: keys that are known already.
 */
export function orderKeys(
  sql: Builder,
  source: Source,
  terms: readonly OrderTerm[],
  keys: readonly (string | undefined)[] = [],
): readonly OrderKey[] {
  return terms.map((term, index) => ({
    key: keys[index] ?? keyOf(sql, source, term, term.edges),
    direction: term.direction,
  }));
}

/** Sort keys as the terms of an order. */
export function orderTerms(sql: Builder, source: Source, terms: readonly OrderTerm[]): readonly string[] {
  return orderKeys(sql, source, terms).map(({ key, direction }) => `${key} ${direction}`);
}

function keyOf(sql: Builder, source: Source, term: OrderTerm, edges: readonly Edge[]): string {
  const [edge, ...rest] = edges;
  if (term.score !== undefined) return scoreOf(sql, source, term.score);
  if (edge === undefined) return valueOf(source, term.field);
  const joined = joinEdge(sql, edge, source);
  const key = keyOf(sql, joined.source, term, rest);
  const first = edge.many ? ` order by 1 ${term.direction}` : '';
  return `(select ${key} from ${joined.from}${whereClause(joined.conditions)}${first} limit 1)`;
}

export function orderClause(terms: readonly string[]): string {
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
}
