/** `{ filters: { title: 'a' } }` → `?filters[title]=a` */
function search(query: object): string {
  const pairs: string[] = [];
  const push = (key: string, value: unknown) =>
    pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  const add = (key: string, value: unknown, path: readonly string[]): void => {
    if (value instanceof Date) push(key, value.toISOString());
    else if (typeof value === 'object' && value !== null) {
      const before = pairs.length;
      for (const [name, below] of Object.entries(value)) add(key ? `${key}[${name}]` : name, below, [...path, name]);
      if (pairs.length === before) for (const [at, text] of emptyValue(key, value, path)) push(at, text);
    } else if (value !== undefined && value !== null) push(key, value);
    // Without its value, a condition would match more documents.
    else if (isFilter(path)) throw new TypeError(`${key} is ${value}`);
  };
  add('', query, []);
  return pairs.length ? `?${pairs.join('&')}` : '';
}

function isFilter(path: readonly string[]): boolean {
  return path.length > 1 && path.indexOf('filters') >= 0;
}

/** A query string has no empty lists and objects. These parameters mean the same. */
function emptyValue(key: string, value: object, path: readonly string[]): [string, unknown][] {
  const name = path[path.length - 1] ?? '';
  if (!isFilter(path)) {
    const parent = path[path.length - 2];
    if (name === 'fields') return [[`${key}[0]`, 'id']];
    if (parent === 'populate' || parent === 'on') return [[key, true]];
    // Without it, the populate would show all components.
    if (name === 'on') throw new TypeError(`${key} is empty`);
    return [];
  }
  const isOperator = name[0] === '$';
  const attribute = isOperator ? key.slice(0, -name.length - 2) : key;
  const never = (at: string): [string, unknown][] => [[`${at}[$null]`, true], [`${at}[$notNull]`, true]];
  if (Array.isArray(value)) {
    if (name === '$in' || !isOperator) return never(attribute);
    if (name === '$notIn') return never(`${attribute}[$not]`);
  }
  // No conditions match everything, which says nothing unless another condition depends on it.
  const isAlways = !Array.isArray(value) || name === '$and';
  if (isAlways && path.indexOf('$or') < 0 && path.indexOf('$not') < 0) return [];
  throw new TypeError(`${key} is empty`);
}
