import { type Json, isJson } from './difference.js';

/** The order that a request asked for. */
interface SortOrder {
  /** The sorted attributes of the list: `author.name`. Empty if the request leaves the order open. */
  readonly paths: readonly string[];
  /** The sorted attributes of populated lists. */
  readonly nested: readonly string[];
}

export interface SortKey {
  readonly path: string;
  readonly isDescending: boolean;
}

/** The attributes that the list is sorted by, with their directions. */
export function sortKeysOf(path: string): readonly SortKey[] {
  const parameters = [...new URL(path, 'http://localhost').searchParams];
  return parameters.flatMap(([key, value]) => (/^sort(\[|$)/.test(key) ? sorted(key.slice(4), value) : []));
}

export function sortOrderOf(path: string): SortOrder {
  const parameters = [...new URL(path, 'http://localhost').searchParams];
  const nested = parameters.flatMap(([key, value]) => {
    const [, rest] = /^populate\[.*\[sort\](.*)$/.exec(key) ?? [];
    return rest === undefined ? [] : sorted(rest, value).map((one) => one.path);
  });
  return { paths: sortKeysOf(path).map((one) => one.path), nested };
}

/** Reads `sort=a,b:desc`, `sort[0]=a`, `sort[author][name]=desc` and `sort[0][title]=desc`. */
function sorted(brackets: string, value: string): readonly SortKey[] {
  const names = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, name = '']) => name);
  const path = names.filter((name) => !/^\d*$/.test(name));
  const isDescending = (direction = '') => direction.trim().toLowerCase() === 'desc';
  if (path.length > 0) return [{ path: path.join('.'), isDescending: isDescending(value) }];
  return value
    .split(',')
    .map((part) => ({ path: part.replace(/:.*$/, '').trim(), isDescending: isDescending(part.split(':')[1]) }))
    .filter((one) => one.path !== '');
}

/**
 * The values that a document is sorted by, as a text. Undefined if the answer does not show these values: then the
 * order of two documents says nothing about ties.
 */
export function sortKey(document: Json, paths: readonly string[]): string | undefined {
  const values = paths.map((path) => shownValue(document, path.split('.')));
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

/**
 * The value at a path. Undefined if the answer does not show the value. A relation without a target has null values.
 */
export function shownValue(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (value === null) return null;
  if (!isJson(value) || !(name in value)) return undefined;
  return shownValue(value[name], rest);
}
