/** A query object as a client would spell it in brackets. */
export function queryString(query: object): string {
  return pairsOf(query, [])
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairsOf(value: unknown, path: readonly string[]): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, below]) => pairsOf(below, [...path, key]));
  }
  const [first = '', ...rest] = path;
  return [[first + rest.map((key) => `[${key}]`).join(''), String(value)]];
}
