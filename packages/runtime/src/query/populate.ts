import { ValidationError } from '../errors/index.js';
import type { DottedPath, NestedAst, PageAst, PopulateAst, PopulateEntryAst, PopulateValueAst } from './ast.js';
import { parseFields } from './fields.js';
import { parseFilters } from './filters.js';
import { MAX_NAMES, type Tree, type TreeList, type TreeObject, isTreeList, shown } from './tree.js';
import { parseSort } from './sort.js';

/** Every spelling of `populate`. The planner, which knows the model, resolves `*` and refuses unknown names. */
export function parsePopulate(tree: Tree, arrayLimit: number = MAX_NAMES): PopulateAst | undefined {
  if (tree === null) return undefined;
  if (typeof tree === 'string') {
    if (tree.trim() === '*') return { kind: 'all' };
    return parseNames([tree]);
  }
  if (isTreeList(tree)) return parseNames(parseList(tree, arrayLimit));
  const entries = Object.entries(tree).map(([name, value]) => ({ name, value: parseValue(value, arrayLimit) }));
  return { kind: 'entries', entries };
}

function parseList(list: TreeList, arrayLimit: number): readonly string[] {
  if (list.length > arrayLimit) {
    throw new ValidationError(
      `Too many populate entries (${list.length}). The maximum number of populate entries when using array notation is ${arrayLimit}. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`,
      { source: 'query', param: 'populate' },
    );
  }
  return list.map((item) => {
    if (typeof item !== 'string') {
      throw new ValidationError(
        'Invalid populate parameter. Expected a string, an array of strings, a populate object',
      );
    }
    return item;
  });
}

function parseNames(texts: readonly string[]): PopulateAst | undefined {
  const names = texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : { kind: 'names', names: names.map(dotted) };
}

function dotted(name: string): DottedPath {
  const [first = '', ...rest] = name.split('.');
  return [first, ...rest];
}

function parseValue(tree: Tree, arrayLimit: number): PopulateValueAst {
  if (isFlag(tree)) return { kind: 'flag', on: isOn(tree) };
  if (tree === null || typeof tree === 'string') return { kind: 'text', text: tree ?? '', list: false };
  if (isTreeList(tree)) return { kind: 'text', text: shown(tree[0] ?? ''), list: true };
  return { kind: 'nested', nested: parseNested(tree, arrayLimit) };
}

function isFlag(tree: Tree): tree is string {
  return typeof tree === 'string' && ['true', '1', 't', 'false', '0', 'f'].includes(tree);
}

function isOn(flag: string): boolean {
  return ['true', '1', 't'].includes(flag);
}

function parseNested(tree: TreeObject, arrayLimit: number): NestedAst {
  const nested: { -readonly [Key in keyof NestedAst]: NestedAst[Key] } = { sent: tree };
  const page: { -readonly [Key in keyof PageAst]: PageAst[Key] } = {};
  for (const [key, value] of Object.entries(tree)) {
    if (key === 'fields') nested.fields = parseFields(value, arrayLimit);
    else if (key === 'filters') assign(nested, 'filters', parseFilters(value, 'populate'));
    else if (key === 'sort') nested.sort = parseSort(value, 'populate', arrayLimit);
    else if (key === 'populate') {
      assign(nested, 'populate', parsePopulate(value, arrayLimit));
      // Only the populate of the request may be empty.
      if (value === '') nested.unknown ??= '';
    } else if (key === 'count' && isFlag(value)) nested.count = isOn(value);
    else if (key === 'on') nested.on = parseOn(value, arrayLimit);
    else if (key === 'start' || key === 'limit') page[key] = asText(value);
    else if (key === 'pagination') {
      Object.assign(page, parsePage(value));
      assign(nested, 'unknown', nested.unknown ?? unknownPageKey(value));
    } else nested.unknown ??= key;
  }
  if (Object.keys(page).length > 0) nested.page = page;
  return nested;
}

function parseOn(tree: Tree, arrayLimit: number): readonly PopulateEntryAst[] | 'unreadable' {
  if (tree === null || typeof tree === 'string') return 'unreadable';
  return Object.entries<Tree>(tree).map(([name, value]) => ({ name, value: parseValue(value, arrayLimit) }));
}

const PAGE_KEYS = ['page', 'pageSize', 'start', 'limit', 'withCount', 'after', 'before'] as const;

/**
 * Every unknown key inside populate is refused. Only the pagination of the request may have unknown keys, as in Strapi.
 */
function unknownPageKey(tree: Tree): string | undefined {
  if (tree === null || typeof tree === 'string' || isTreeList(tree)) return 'pagination';
  return Object.keys(tree).find((key) => !PAGE_KEYS.some((known) => known === key));
}

/** `pagination`: its known keys as text. A value that is not text becomes `NaN`, which the planner refuses. */
export function parsePage(tree: Tree): PageAst {
  if (tree === null || typeof tree === 'string' || isTreeList(tree)) return {};
  const page: { -readonly [Key in keyof PageAst]: PageAst[Key] } = {};
  for (const key of PAGE_KEYS) {
    const value = tree[key];
    if (value !== undefined && value !== null) page[key] = asText(value);
  }
  return page;
}

function asText(tree: Tree): string {
  return typeof tree === 'string' ? tree : 'NaN';
}

function assign<Key extends keyof NestedAst>(
  nested: { -readonly [Name in keyof NestedAst]: NestedAst[Name] },
  key: Key,
  value: NestedAst[Key] | undefined,
): void {
  if (value !== undefined) nested[key] = value;
}
