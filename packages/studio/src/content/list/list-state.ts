import { useEffect } from 'react';
import { useSearchParams } from 'wouter';

import { type DescribedAttribute, type DescribedType, useDescription } from '../../data/description.js';
import { rememberList } from '../../data/seen-lists.js';
import { labelAttribute } from '../form/label.js';

/** A condition: the path of an attribute (`author.name`), an operator of the API, and a value. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}

/** The state of a list. The address has this state, so that a link shows the same list. */
export interface ListState {
  readonly text: string;
  readonly sort: string;
  readonly page: number;
  readonly pageSize: number;
  readonly columns: readonly string[];
  readonly conditions: readonly Condition[];
  readonly locale: string | undefined;
  /** `''`, or a value of `publicationFilter`. */
  readonly publication: string;
}

const PAGE_SIZES = [10, 25, 50, 100, 250, 500, 1_000];
const SHORT = new Set(['string', 'email', 'enumeration', 'integer', 'boolean', 'date', 'datetime', 'decimal', 'float']);
const MAX_COLUMNS = 4;

/** The sizes to choose from. A size that only the address names is a choice while the list uses that size. */
export function pageSizes(maxLimit: number, used: number): readonly number[] {
  const sizes = PAGE_SIZES.filter((size) => size <= maxLimit);
  return sizes.includes(used) ? sizes : [...sizes, used].toSorted((one, other) => one - other);
}

/**
 * Changes that Back takes back. Other changes are typed, or are made many at a time, so they add no entry to the
 * history.
 */
const STEPS = ['page', 'pageSize', 'sort', 'publication', 'locale'] as const;

export type ChangeList = (change: Partial<ListState>, options?: { readonly replace: boolean }) => void;

export function useListState(type: DescribedType): readonly [ListState, ChangeList] {
  const { locales } = useDescription();
  const [search, setSearch] = useSearchParams();
  const state = stateOf(search, type, locales.default);
  const shown = search.toString();
  useEffect(() => rememberList(type.name, shown), [type.name, shown]);
  const change: ChangeList = (next, options) => {
    // Every change but that of the page shows another list, which begins at its first page.
    const merged = { ...state, ...('page' in next ? {} : { page: 1 }), ...next };
    const isStep = STEPS.some((name) => name in next && next[name] !== state[name]);
    setSearch(searchOf(merged, type, locales.default), { replace: options?.replace ?? !isStep });
  };
  return [state, change];
}

function stateOf(search: URLSearchParams, type: DescribedType, defaultLocale: string): ListState {
  return {
    text: search.get('q') ?? '',
    sort: search.get('sort') ?? defaultSort(type),
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('size'), 25),
    columns: search.get('columns')?.split(',') ?? defaultColumns(type),
    conditions: search.getAll('where').flatMap(conditionOf),
    locale: type.localized ? (search.get('locale') ?? defaultLocale) : undefined,
    publication: search.get('publication') ?? '',
  };
}

function searchOf(state: ListState, type: DescribedType, defaultLocale: string): URLSearchParams {
  const { text, sort, page, pageSize, columns, conditions, locale, publication } = state;
  const search = new URLSearchParams();
  if (text !== '') search.set('q', text);
  if (sort !== defaultSort(type)) search.set('sort', sort);
  if (page !== 1) search.set('page', String(page));
  if (pageSize !== 25) search.set('size', String(pageSize));
  if (columns.join() !== defaultColumns(type).join()) search.set('columns', columns.join(','));
  for (const { path, operator, value } of conditions) search.append('where', `${path} ${operator} ${value}`);
  if (locale !== undefined && locale !== defaultLocale) search.set('locale', locale);
  if (publication !== '') search.set('publication', publication);
  return search;
}

function conditionOf(text: string): readonly Condition[] {
  const [, path, operator, value = ''] = /^(\S+) (\$\w+) (.*)$/s.exec(text) ?? [];
  return path === undefined || operator === undefined ? [] : [{ path, operator, value }];
}

function positive(text: string | null, otherwise: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
}

/** The order of the definition, or the documents that changed last. */
function defaultSort({ sort }: DescribedType): string {
  return sort ?? 'updatedAt:desc';
}

/** The columns of the definition, or the label, then short values. */
function defaultColumns({ attributes, columns }: DescribedType): readonly string[] {
  if (columns !== undefined) return columns;
  const label = labelAttribute(attributes);
  const short = attributes
    .filter((each) => each.readable && each.name !== label && isShort(each))
    .map(({ name }) => name);
  return [...(label === undefined ? [] : [label]), ...short].slice(0, MAX_COLUMNS);
}

function isShort(attribute: DescribedAttribute): boolean {
  return attribute.kind === 'scalar' && SHORT.has(attribute.type);
}
