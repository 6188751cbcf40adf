import { invalidKey, ValidationError } from '../errors/index.js';
import type { Tree } from './tree.js';

/** Limits of one query string. The depth is generous, because the planner limits how deep populate goes. */
export const limits = { depth: 256, parameters: 5_000, listLength: 1_000 } as const;

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** A node while the text is read: the values of the key itself, and the keys below it. */
interface Node {
  values: (string | null)[];
  /** Whether keys came before the first value. */
  keysFirst: boolean;
  keys: Map<string, Node> | undefined;
  /** Index of the next `[]`. */
  next: number;
}

/**
 * `a[b][0]=v` as a tree. Objects whose keys are all indexes are lists, in the order of the indexes. Values without an
 * index (`a=x&a[0]=y`) become entries of the same list.
 */
export function parseBrackets(text: string): { [key: string]: Tree } {
  const roots = new Map<string, Node>();
  const root: Node = { ...emptyNode(), keys: roots };
  let count = 0;
  for (const part of text.split('&')) {
    if (part === '') continue;
    if (++count > limits.parameters) {
      throw new ValidationError(
        `Too many query parameters. The maximum number of query parameters is ${limits.parameters}.`,
      );
    }
    const equals = part.indexOf('=');
    const key = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? null : decode(part.slice(equals + 1));
    if (value?.includes('\0')) throw new ValidationError(`Invalid character in the value of ${key}`);
    insert(root, splitKey(key), value, key);
  }
  const tree: { [key: string]: Tree } = Object.create(null);
  for (const [key, node] of roots) tree[key] = finish(node, key);
  return tree;
}

function insert(root: Node, path: readonly string[], value: string | null, text: string): void {
  if (path.length > limits.depth) {
    throw new ValidationError(`Query parameters are nested too deep. The maximum depth is ${limits.depth}.`);
  }
  let node = root;
  for (const [position, segment] of path.entries()) {
    if (PROTOTYPE_KEYS.has(segment))
      throw new ValidationError(`Invalid key ${segment}`, { key: segment, source: 'query' });
    const keys = (node.keys ??= new Map());
    const isLast = position === path.length - 1;
    const key = segment === '' && position > 0 ? indexOf(node, keys, isLast) : segment;
    if (/^\d+$/.test(key)) node.next = Math.max(node.next, Number(key) + 1);
    let child = keys.get(key);
    if (child === undefined) keys.set(key, (child = emptyNode()));
    node = child;
  }
  if (node.values.length >= limits.listLength) throw tooLong(text);
  if (node.values.length === 0) node.keysFirst = node.keys !== undefined;
  node.values.push(value);
}

/**
 * `a[]=x` adds an entry. As in qs, all keys below `a[]` belong to the first entry: `a[][b]=x&a[][c]=y` is one entry.
 */
function indexOf({ next }: Node, keys: ReadonlyMap<string, Node>, isLast: boolean): string {
  const first = keys.get('0');
  const isFirst = !isLast && (first === undefined || first.keys !== undefined);
  return isFirst ? '0' : String(next);
}

function emptyNode(): Node {
  return { values: [], keysFirst: false, keys: undefined, next: 0 };
}

function finish(node: Node, path: string): Tree {
  if (node.keys === undefined) {
    const [only, ...others] = node.values;
    return only !== undefined && others.length === 0 ? only : node.values;
  }

  const entries = [...node.keys];
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    if (entries.length + node.values.length > limits.listLength) throw tooLong(path);
    entries.sort(([a], [b]) => Number(a) - Number(b));
    const list = entries.map(([key, child]) => finish(child, `${path}[${key}]`));
    return node.keysFirst ? [...list, ...node.values] : [...node.values, ...list];
  }
  if (node.values.length > 0) throw mixed(path);
  const object: { [key: string]: Tree } = Object.create(null);
  for (const [key, child] of entries) object[key] = finish(child, `${path}[${key}]`);
  return object;
}

/** `a[b][]` → `a`, `b`, ``. A key whose brackets do not close is one name. */
function splitKey(key: string): string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  const segments = key.slice(open + 1, -1).split('][');
  return segments.some((segment) => segment.includes('[') || segment.includes(']'))
    ? [key]
    : [key.slice(0, open), ...segments];
}

/** Text with escapes that do not decode stays as it is. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** A parameter has both a value and keys. Strapi has a message of its own for each parameter. */
function mixed(path: string): ValidationError {
  if (path === 'sort') return invalidKey('0', { source: 'query', param: 'sort', path: null });
  if (path === 'fields')
    return new ValidationError('Invalid fields parameter. Expected a string or an array of strings');
  if (/^populate(\[.*\[populate\])?$/.test(path))
    return new ValidationError('Invalid populate parameter. Expected a string, an array of strings, a populate object');
  if (/^populate(\[[^\]]*\]\[populate\])*\[[^\]]*\]$/.test(path))
    return new ValidationError("Invalid nested populate. Expected '*' or an object");
  return new ValidationError(`Invalid query parameter ${path}. It is given both a value and keys of its own`);
}

function tooLong(path: string): ValidationError {
  return new ValidationError(`Too many values for ${path}. The maximum length of a list is ${limits.listLength}.`);
}
