import { type Tree, type TreeMap, isMap, parseBrackets, writeBrackets } from './bracket-tree.js';
import { type FilterGroup, noFilter, parseFilter, writeFilter } from './filter.js';
import { type Populate, noPopulate, parsePopulate, writePopulate } from './populate.js';
import { type SortKey, parseNames, parseSort, writeNames, writeSort } from './sort.js';

/** A read of a content type, as the builder shows it. Empty text is an absent parameter. */
export interface QueryState {
  readonly filters: FilterGroup;
  readonly populate: Populate;
  readonly fields: readonly string[];
  readonly sort: readonly SortKey[];
  readonly page: PageState;
  readonly locale: string;
  readonly status: string;
  readonly search: string;
  /** Parameters that the builder has no control for; a request sends these parameters unchanged. */
  readonly others: TreeMap;
}

export interface PageState {
  readonly mode: 'page' | 'offset';
  /** The number of the page, or in the mode `offset` the number of the first document. */
  readonly from: string;
  readonly size: string;
  readonly withCount: boolean;
}

const emptyPage: PageState = { mode: 'page', from: '', size: '', withCount: true };

export const emptyQuery: QueryState = {
  filters: noFilter,
  populate: noPopulate,
  fields: [],
  sort: [],
  page: emptyPage,
  locale: '',
  status: '',
  search: '',
  others: new Map(),
};

/** The parameters of a query, in the order in which people read them. */
export function treeOf(state: QueryState): TreeMap {
  const parts: readonly (readonly [string, Tree | undefined])[] = [
    ['filters', writeFilter(state.filters)],
    ['_q', state.search || undefined],
    ['fields', writeNames(state.fields)],
    ['populate', writePopulate(state.populate)],
    ['sort', writeSort(state.sort)],
    ['pagination', writePage(state.page)],
    ['status', state.status || undefined],
    ['locale', state.locale || undefined],
    ...state.others,
  ];
  return new Map(parts.flatMap(([key, tree]) => (tree === undefined ? [] : [[key, tree]])));
}

export function writeQuery(state: QueryState): string {
  return writeBrackets(treeOf(state));
}

export function parseQuery(text: string): QueryState {
  let state = emptyQuery;
  const others = new Map<string, Tree>();
  for (const [key, tree] of parseBrackets(text)) {
    const part = parsePart(key, tree);
    if (part === undefined) others.set(key, tree);
    else state = { ...state, ...part };
  }
  return { ...state, others };
}

/** Undefined for a parameter that no control can show. */
function parsePart(key: string, tree: Tree): Partial<QueryState> | undefined {
  switch (key) {
    case 'filters':
      return given('filters', parseFilter(tree));
    case 'populate':
      return given('populate', parsePopulate(tree));
    case 'fields':
      return given('fields', parseNames(tree));
    case 'sort':
      return given('sort', parseSort(tree));
    case 'pagination':
      return given('page', parsePage(tree));
    case '_q':
      return given('search', textOf(tree));
    case 'status':
    case 'locale':
      return given(key, textOf(tree));
    default:
      return undefined;
  }
}

function given<Key extends keyof QueryState>(key: Key, value: QueryState[Key] | undefined) {
  return value === undefined ? undefined : { [key]: value };
}

function textOf(tree: Tree): string | undefined {
  return typeof tree === 'string' && tree !== '' ? tree : undefined;
}

function writePage({ mode, from, size, withCount }: PageState): TreeMap | undefined {
  const [first, second] = mode === 'page' ? ['page', 'pageSize'] : ['start', 'limit'];
  const entries: readonly (readonly [string, string])[] = [
    ...(from === '' ? [] : [[first, from] as const]),
    ...(size === '' ? [] : [[second, size] as const]),
    ...(withCount ? [] : [['withCount', 'false'] as const]),
  ];
  return entries.length === 0 ? undefined : new Map(entries);
}

function parsePage(tree: Tree): PageState | undefined {
  if (!isMap(tree)) return undefined;
  const mode = tree.has('start') || tree.has('limit') ? 'offset' : 'page';
  const [first, second] = mode === 'page' ? ['page', 'pageSize'] : ['start', 'limit'];
  let page: PageState = { ...emptyPage, mode };
  for (const [key, value] of tree) {
    if (typeof value !== 'string' || value === '') return undefined;
    if (key === first) page = { ...page, from: value };
    else if (key === second) page = { ...page, size: value };
    else if (key === 'withCount' && ['true', 'false'].includes(value)) page = { ...page, withCount: value === 'true' };
    else return undefined;
  }
  return page;
}
