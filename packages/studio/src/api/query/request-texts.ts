import { type Tree, isMap } from './bracket-tree.js';
import { type QueryState, treeOf, writeQuery } from './query-state.js';

/** The type that a request reads, as the model describes it. */
interface Target {
  readonly name: string;
  /** `/api/articles` */
  readonly path: string;
  readonly kind: 'collectionType' | 'singleType';
}

/** `/api/articles?sort=title` */
export function requestPath({ path }: Target, documentId: string, state: QueryState): string {
  const query = writeQuery(state);
  const document = documentId === '' ? '' : `/${encodeURIComponent(documentId)}`;
  return `${path}${document}${query === '' ? '' : `?${query}`}`;
}

/** The request for a shell. `-g`, because curl reads brackets as patterns. */
export function curlCommand(origin: string, path: string, isPublic: boolean): string {
  const header = isPublic ? '' : ` -H "Authorization: Bearer $TOKEN"`;
  return `curl -g${header} '${(origin + path).replaceAll("'", "'\\''")}'`;
}

/** The type of the attribute at a path of the target: `integer`, `boolean`. */
type ScalarAt = (path: readonly string[]) => string | undefined;

/** The call of the typed client that sends the same request. */
export function clientCall(target: Target, documentId: string, state: QueryState, scalarAt: ScalarAt): string {
  const segment = target.kind === 'singleType' ? target.name : (target.path.split('/').at(-1) ?? target.name);
  const calls = `client.${segment.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`;
  const query = codeOf(typed(treeOf(state), [], scalarAt), '');
  const args = [...(documentId === '' ? [] : [quoted(documentId)]), ...(query === '{}' ? [] : [query])];
  return `const { data, error } = await ${calls}.${documentId === '' ? 'find' : 'findOne'}(${args.join(', ')});`;
}

type Value = string | number | boolean | ValueList | ValueObject;
interface ValueList {
  readonly items: readonly Value[];
}
interface ValueObject {
  readonly pairs: readonly (readonly [string, Value])[];
}

/** Turns the texts of a query into values of code: lists of names, numbers and flags. */
function typed(tree: Tree, keys: readonly string[], scalarAt: ScalarAt): Value {
  if (typeof tree === 'string') return typedText(tree, keys, scalarAt);
  if (!isMap(tree)) return { items: tree.map((item) => typed(item, keys, scalarAt)) };
  return { pairs: [...tree].map(([name, value]) => [name, typed(value, [...keys, name], scalarAt)] as const) };
}

const counts = new Set(['page', 'pageSize', 'start', 'limit']);
const flags = new Set(['$null', '$notNull', 'withCount', 'count']);

function typedText(text: string, keys: readonly string[], scalarAt: ScalarAt): Value {
  const key = keys.at(-1) ?? '';
  const isFilter = keys.includes('filters');
  if (key === 'fields' || (key === 'sort' && text.includes(','))) return { items: text.split(',') };
  if (counts.has(key) && /^\d+$/.test(text)) return Number(text);
  if (flags.has(key) || (keys.includes('populate') && !isFilter)) return asFlag(text);
  if (!isFilter) return text;
  const scalar = scalarAt(attributePath(keys));
  if (scalar === 'boolean') return asFlag(text);
  return scalar !== undefined && numbers.has(scalar) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const numbers = new Set(['integer', 'float', 'decimal']);

/** The attributes on the way: those of `populate`, then those of `filters`. */
function attributePath(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => !key.startsWith('$') && key !== 'populate' && key !== 'filters');
}

function asFlag(text: string): Value {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

const WIDTH = 80;

function codeOf(value: Value, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  if ('items' in value) {
    const items = value.items.map((item) => codeOf(item, inner));
    return laidOut(items, ['[', ']'], indent);
  }
  const pairs = value.pairs.map(([name, item]) => `${keyOf(name)}: ${codeOf(item, inner)}`);
  return laidOut(pairs, ['{ ', ' }'], indent);
}

/** On one line if the parts fit, otherwise one line for each. */
function laidOut(parts: readonly string[], [open, close]: readonly [string, string], indent: string): string {
  if (parts.length === 0) return open.trim() + close.trim();
  const short = open + parts.join(', ') + close;
  if (indent.length + short.length <= WIDTH && !short.includes('\n')) return short;
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close.trim()}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
