import { type Tree, type TreeMap, isList, isMap } from './bracket-tree.js';
import { type FilterGroup, noFilter, parseFilter, writeFilter } from './filter.js';
import { type SortKey, parseNames, parseSort, writeNames, writeSort } from './sort.js';

/** The relations, media and components of an answer. */
export interface Populate {
  /** Populates everything on the first level; `entries` are ignored then. */
  readonly all: boolean;
  readonly entries: readonly PopulateEntry[];
}

export interface PopulateEntry extends Selection {
  readonly name: string;
  /** The components of a dynamic zone, or the types of a relation to any type, with their own selections. */
  readonly on: readonly OnEntry[];
  /** The number of entries of a list. */
  readonly limit: string;
}

export interface OnEntry extends Selection {
  readonly name: string;
}

/** The parts of a related document. */
export interface Selection {
  readonly fields: readonly string[];
  readonly sort: readonly SortKey[];
  readonly filters: FilterGroup;
  readonly populate: Populate;
}

export const noPopulate: Populate = { all: false, entries: [] };
export const everything: Selection = { fields: [], sort: [], filters: noFilter, populate: noPopulate };

export function newEntry(name: string): PopulateEntry {
  return { ...everything, name, on: [], limit: '' };
}

export function writePopulate({ all, entries }: Populate): Tree | undefined {
  if (all) return '*';
  if (entries.length === 0) return undefined;
  return new Map(entries.map((entry) => [entry.name, writeEntry(entry)]));
}

function writeEntry(entry: PopulateEntry): Tree {
  const on = entry.on.map((each): [string, Tree] => [each.name, orTrue(writeSelection(each))]);
  return orTrue([
    ...writeSelection(entry),
    ...(on.length === 0 ? [] : [['on', new Map(on)] as const]),
    ...(entry.limit === '' ? [] : [['pagination', new Map([['limit', entry.limit]])] as const]),
  ]);
}

type Pair = readonly [string, Tree];

function orTrue(pairs: readonly Pair[]): Tree {
  return pairs.length === 0 ? 'true' : new Map(pairs);
}

function writeSelection({ fields, sort, filters, populate }: Selection): readonly Pair[] {
  const parts: readonly (readonly [string, Tree | undefined])[] = [
    ['fields', writeNames(fields)],
    ['sort', writeSort(sort)],
    ['filters', writeFilter(filters)],
    ['populate', writePopulate(populate)],
  ];
  return parts.flatMap(([key, tree]) => (tree === undefined ? [] : [[key, tree] as const]));
}

/** Undefined for a form that the builder does not know. */
export function parsePopulate(tree: Tree): Populate | undefined {
  if (tree === '*') return { all: true, entries: [] };
  if (isMap(tree)) return entriesOf(tree, parseEntry);
  const names = isList(tree) ? tree : [tree];
  if (!names.every((name) => typeof name === 'string')) return undefined;
  return names
    .flatMap((name) => name.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .reduce((populate, name) => withPath(populate, name.split('.')), noPopulate);
}

/** Adds `author.articles` to the entries. */
function withPath(populate: Populate, [first, ...rest]: readonly string[]): Populate {
  if (first === undefined) return populate;
  const known = populate.entries.find(({ name }) => name === first) ?? newEntry(first);
  const next = { ...known, populate: withPath(known.populate, rest) };
  const isNew = populate.entries.every(({ name }) => name !== first);
  const entries = isNew
    ? [...populate.entries, next]
    : populate.entries.map((entry) => (entry.name === first ? next : entry));
  return { all: false, entries };
}

function entriesOf(tree: TreeMap, parse: (name: string, value: Tree) => PopulateEntry | undefined) {
  const entries = [...tree].map(([name, value]) => parse(name, value));
  const known = entries.filter((entry) => entry !== undefined);
  return known.length === entries.length ? { all: false, entries: known } : undefined;
}

function parseEntry(name: string, tree: Tree): PopulateEntry | undefined {
  if (tree === 'true') return newEntry(name);
  if (!isMap(tree)) return undefined;
  const { on, pagination, rest } = taken(tree);
  const selection = parseSelection(rest);
  const limit = limitOf(pagination);
  const parsedOn = on === undefined ? [] : parseOn(on);
  if (selection === undefined || limit === undefined || parsedOn === undefined) return undefined;
  return { ...selection, name, on: parsedOn, limit };
}

function taken(tree: TreeMap) {
  const rest = new Map(tree);
  const [on, pagination] = [rest.get('on'), rest.get('pagination')];
  rest.delete('on');
  rest.delete('pagination');
  return { on, pagination, rest };
}

function limitOf(tree: Tree | undefined): string | undefined {
  if (tree === undefined) return '';
  const limit = isMap(tree) && tree.size === 1 ? tree.get('limit') : undefined;
  return typeof limit === 'string' && limit !== '' ? limit : undefined;
}

function parseOn(tree: Tree): readonly OnEntry[] | undefined {
  if (!isMap(tree)) return undefined;
  const entries = [...tree].map(([name, value]) => {
    const selection = value === 'true' ? everything : isMap(value) ? parseSelection(value) : undefined;
    return selection === undefined ? undefined : { ...selection, name };
  });
  const known = entries.filter((entry) => entry !== undefined);
  return known.length === entries.length ? known : undefined;
}

function parseSelection(tree: TreeMap): Selection | undefined {
  let selection: Selection = everything;
  for (const [key, value] of tree) {
    const part = parsePart(key, value);
    if (part === undefined) return undefined;
    selection = { ...selection, ...part };
  }
  return selection;
}

function parsePart(key: string, value: Tree): Partial<Selection> | undefined {
  if (key === 'fields') return kept('fields', parseNames(value));
  if (key === 'sort') return kept('sort', parseSort(value));
  if (key === 'filters') return kept('filters', parseFilter(value));
  return key === 'populate' ? kept('populate', parsePopulate(value)) : undefined;
}

function kept<Key extends keyof Selection>(
  key: Key,
  value: Selection[Key] | undefined,
): Partial<Selection> | undefined {
  return value === undefined ? undefined : { [key]: value };
}
