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
  return [`${keyText(key)}=${encodeURIComponent(String(value))}`];
}

/** Brackets, colons and dollars stay, because escapes would make the address of a long list half as long again. */
function keyText(key: string): string {
  return encodeURIComponent(key).replaceAll(/%(?:5B|5D|3A|24)/g, decodeURIComponent);
}
