import { type Json, isJson } from './difference.js';

/** The order that a request asked for. */
export interface SortOrder {
  /** The sorted attributes of the list: `author.name`. Empty if the request leaves the order open. */
  readonly paths: readonly string[];
  /** The sorted attributes of populated lists. */
  readonly nested: readonly string[];
}

export function sortOrderOf(path: string): SortOrder {
  const parameters = [...new URL(path, 'http://localhost').searchParams];
  const paths = parameters.flatMap(([key, value]) => (/^sort(\[|$)/.test(key) ? sorted(key.slice(4), value) : []));
  const nested = parameters.flatMap(([key, value]) => {
    const [, rest] = /^populate\[.*\[sort\](.*)$/.exec(key) ?? [];
    return rest === undefined ? [] : sorted(rest, value);
  });
  return { paths, nested };
}

/** Reads `sort=a,b:desc`, `sort[0]=a`, `sort[author][name]=desc` and `sort[0][title]=desc`. */
function sorted(brackets: string, value: string): readonly string[] {
  const names = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, name = '']) => name);
  const path = names.filter((name) => !/^\d*$/.test(name));
  if (path.length > 0) return [path.join('.')];
  return value
    .split(',')
    .map((part) => part.replace(/:.*$/, '').trim())
    .filter((part) => part !== '');
}

/**
 * The values that a document is sorted by, as a text. Undefined if the answer does not show them: then the order of two
 * documents says nothing about ties.
 */
export function sortKey(document: Json, paths: readonly string[]): string | undefined {
  const values = paths.map((path) => valueAt(document, path.split('.')));
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (!isJson(value) || !(name in value)) return undefined;
  return valueAt(value[name], rest);
}
