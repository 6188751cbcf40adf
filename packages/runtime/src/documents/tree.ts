import { ValidationError } from '../errors/index.js';
import { type Tree, type TreeObject, queryLimits } from '../query/index.js';

/**
 * A query object of code as the tree of the same query string. A value that has no text is refused; in a filter even
 * `undefined` is, because a condition that is left out shows more documents.
 */
export function queryTree(query: object): TreeObject {
  const tree: { [key: string]: Tree } = Object.create(null);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) tree[key] = treeAt(value, [key]);
  }
  return tree;
}

function treeAt(value: unknown, path: readonly string[]): Tree {
  if (path.length > queryLimits.depth) throw refused(path.slice(0, 1), 'is nested too deeply');
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw refused(path, 'contains a character that cannot be stored');
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? refuseNull(path) : treeOfObject(value, path);
    default:
      throw refused(path, `is ${typeof value}`);
  }
}

function treeOfObject(value: object, path: readonly string[]): Tree {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    if (value.length > queryLimits.listLength) {
      throw refused(path, `has more than ${queryLimits.listLength} values`);
    }
    return value.map((item, index) => treeAt(item, [...path, String(index)]));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refused(path, 'is not a plain object');
  const tree: { [key: string]: Tree } = Object.create(null);
  for (const [key, below] of Object.entries(value)) {
    if (below !== undefined || path.includes('filters')) tree[key] = treeAt(below, [...path, key]);
  }
  return tree;
}

function refuseNull(path: readonly string[]): never {
  throw refused(path, 'is null; $null and $notNull compare with missing values');
}

function refused(path: readonly string[], reason: string): ValidationError {
  const at = path.join('.');
  return new ValidationError(`Invalid value at ${at}. It ${reason}`, { path: at, source: 'query', param: path[0] });
}
