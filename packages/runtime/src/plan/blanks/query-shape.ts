import type { ApiSettings } from '../../content/index.js';
import type {
  Blank,
  CursorAst,
  FilterAst,
  FilterText,
  NestedAst,
  PageAst,
  Parameters,
  PopulateAst,
  PopulateEntryAst,
} from '../../query/index.js';
import { readCursor } from '../page/cursor.js';
import { shapePage } from '../page/pagination.js';
import { isNumeral } from '../search.js';

/** A query without the values that decide nothing about its plan. Queries of one shape have one plan. */
export interface QueryShape {
  /** The parameters, with blanks in the place of these values. */
  readonly parameters: Parameters;
  /** The values of the blanks, in their order. */
  readonly texts: readonly string[];
}

/** Adds a value, and returns its blank. */
type Leave = <Kind extends string>(text: string, kind: Kind) => Blank<Kind>;

/**
 * Leaves out the values of filters, of the search, and of the page or cursor of the list itself. Pages and cursors of
 * populated lists stay, because they are rare. Throws if the page is refused.
 */
export function queryShape(parameters: Parameters, rest: ApiSettings['rest']): QueryShape {
  const texts: string[] = [];
  const leave: Leave = (text, kind) => ({ blank: texts.push(text) - 1, kind });
  const { filters, populate, search, page } = parameters;
  const isWord = typeof search === 'string' && !isNumeral(search);
  const shaped: Parameters = {
    ...parameters,
    page: pageWithout(page, rest, leave),
    ...(filters === undefined ? {} : { filters: filtersWithout(filters, leave) }),
    ...(populate === undefined ? {} : { populate: populateWithout(populate, leave) }),
    ...(isWord ? { search: leave(search, 'text') } : {}),
  };
  return { parameters: shaped, texts };
}

function filtersWithout(ast: FilterAst, leave: Leave): FilterAst {
  switch (ast.kind) {
    case 'and':
    case 'or':
      return { ...ast, items: ast.items.map((item) => filtersWithout(item, leave)) };
    case 'not':
    case 'attribute':
      return { ...ast, item: filtersWithout(ast.item, leave) };
    case 'presence':
      return ast;
    case 'operator':
      return { ...ast, values: ast.values.map((value) => filterBlank(value, leave)) };
  }
}

/** Empty text stays, because an index may lack rows with it. */
function filterBlank(value: FilterText, leave: Leave): FilterText {
  if (typeof value !== 'string' || value === '') return value;
  return leave(value, /^\d+$/.test(value) ? 'digits' : 'text');
}

function populateWithout(ast: PopulateAst, leave: Leave): PopulateAst {
  return ast.kind === 'entries' ? { ...ast, entries: entriesWithout(ast.entries, leave) } : ast;
}

function entriesWithout(entries: readonly PopulateEntryAst[], leave: Leave): readonly PopulateEntryAst[] {
  return entries.map(({ name, value }) =>
    value.kind === 'nested'
      ? { name, value: { ...value, nested: nestedWithout(value.nested, leave) } }
      : { name, value },
  );
}

/** Only refusals show `sent`, and a refused query has no shape. */
function nestedWithout({ filters, populate, on, ...nested }: NestedAst, leave: Leave): NestedAst {
  return {
    ...nested,
    sent: {},
    ...(filters === undefined ? {} : { filters: filtersWithout(filters, leave) }),
    ...(populate === undefined ? {} : { populate: populateWithout(populate, leave) }),
    ...(on === undefined ? {} : { on: on === 'unreadable' ? on : entriesWithout(on, leave) }),
  };
}

/** The size of a page stays, because it decides about limits in the text of the statement. */
function pageWithout(page: PageAst, rest: ApiSettings['rest'], leave: Leave): PageAst {
  const { after, before } = page;
  if (typeof after === 'string') return { ...page, after: cursorWithout(after, leave) };
  if (typeof before === 'string') return { ...page, before: cursorWithout(before, leave) };
  const { depth } = shapePage(page, rest);
  if (typeof page.start === 'string') return { ...page, start: leave(page.start, depth) };
  return typeof page.page === 'string' ? { ...page, page: leave(page.page, depth) } : page;
}

/** Whether a key is null stays, because nulls have a range of their own. */
function cursorWithout(text: string, leave: Leave): string | CursorAst {
  const read = readCursor(text);
  if (read === undefined) return text;
  const { sort, keys, id } = read;
  return {
    sort,
    keys: keys.map((key) => (key === null ? null : leave(key, 'key'))),
    id: leave(String(id), 'id'),
  };
}
