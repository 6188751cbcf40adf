/** Values of a query: `{ filters: { title: { $eq: 'a' } } }` is `filters[title][$eq]=a`. */
export type QueryValue = string | number | boolean | null | undefined | readonly QueryValue[] | QueryTree;
export interface QueryTree {
  readonly [key: string]: QueryValue;
}

export function queryString(query: QueryTree): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => pairsOf(key, value));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function pairsOf(key: string, value: QueryValue): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => pairsOf(`${key}[${name}]`, inner));
  }
  return [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`];
}
