import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { times } from '../../../../runtime/test/harness/suite.js';
import { parseBrackets, writeBrackets } from './bracket-tree.js';
import type { Filter, FilterGroup } from './filter.js';
import { type PopulateEntry, everything, newEntry, noPopulate } from './populate.js';
import { type QueryState, emptyQuery, parseQuery, writeQuery } from './query-state.js';

const name = fc.constantFrom('title', 'author', 'tags', 'name', 'seo', 'blog-post', '__proto__', 'constructor');
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const value = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('a&b=c', '[x]', '100%', '+', ' '));
const condition = fc.oneof(
  fc.record({
    kind: fc.constant('condition' as const),
    path,
    operator: fc.constantFrom('$eq', '$ne', '$containsi', '$null'),
    values: fc.array(value, { minLength: 1, maxLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('condition' as const),
    path,
    operator: fc.constantFrom('$in', '$between'),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({
      kind: fc.constant('group' as const),
      logic: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
      path: fc.oneof(fc.constant([]), path),
      items: fc.array(tie('filter'), { maxLength: 3 }),
    }),
  ),
}));
const filters: fc.Arbitrary<FilterGroup> = fc
  .array(filter, { maxLength: 4 })
  .map((items) => ({ kind: 'group', logic: 'and', path: [], items }));
const sort = fc.uniqueArray(fc.record({ path, descending: fc.boolean() }), { maxLength: 3 });
const names = fc.uniqueArray(name, { maxLength: 3 });
const { entry } = fc.letrec<{ entry: PopulateEntry }>((tie) => ({
  entry: fc.record({
    name,
    fields: names,
    sort,
    filters,
    limit: fc.constantFrom('', '3'),
    on: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('shared.seo', 'api::tag.tag') }).map((one) => ({ ...everything, ...one })),
      { selector: (one) => one.name, maxLength: 2 },
    ),
    populate: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constant(noPopulate),
      fc
        .uniqueArray(tie('entry'), { selector: (one) => one.name, maxLength: 2 })
        .map((entries) => ({ all: false, entries })),
    ),
  }),
}));
const populate = fc.oneof(
  fc.constant({ all: true, entries: [] }),
  fc.uniqueArray(entry, { selector: (one) => one.name, maxLength: 3 }).map((entries) => ({ all: false, entries })),
);
const state: fc.Arbitrary<QueryState> = fc.record({
  filters,
  populate,
  fields: names,
  sort,
  page: fc.record({
    mode: fc.constantFrom('page' as const, 'offset' as const),
    from: fc.constantFrom('', '2'),
    size: fc.constantFrom('', '10'),
    withCount: fc.boolean(),
  }),
  locale: fc.constantFrom('', 'fr', '*'),
  status: fc.constantFrom('', 'draft'),
  search: fc.string(),
  others: fc.constant(new Map([['publicationFilter', 'modified']])),
});

/** Whether a document matches, as the API decides it. Paths lead through lists: one of their documents has to match. */
function matches(filter: Filter, document: unknown): boolean {
  const reached = filter.path.reduce<unknown[]>(
    (all, key) => all.flatMap((one) => (one instanceof Map ? (one.get(key) ?? []) : [])),
    [document],
  );
  if (filter.kind === 'condition') return reached.some((one) => filter.values.includes(String(one)));
  const { logic, items } = filter;
  const given = items.filter((item) => isGiven(item));
  if (given.length === 0) return true;
  return reached.some((one) => {
    if (logic === 'or') return given.some((item) => matches(item, one));
    return given.every((item) => matches(item, one)) !== (logic === 'not');
  });
}

function isGiven(filter: Filter): boolean {
  return filter.kind === 'condition' || filter.items.some(isGiven);
}

describe('a query', () => {
  test('survives its way through the URL', () => {
    fc.assert(
      fc.property(state, (given) => {
        const url = writeQuery(given);
        const parsed = parseQuery(url);
        expect(writeQuery(parsed)).toBe(url);
        expect(parseQuery(writeQuery(parsed))).toEqual(parsed);
        expect(parsed.others).toEqual(given.others);
        expect(parsed.populate).toEqual(parseQuery(writeQuery({ ...emptyQuery, populate: given.populate })).populate);
        const { fields, sort: keys, locale, status, search } = given;
        expect(parsed).toMatchObject({ fields, sort: keys, locale, status, search });
      }),
    );
  });

  test('selects the same documents after its way through the URL', () => {
    const leaf = fc.constantFrom('a', 'b');
    const small = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.record({
          kind: fc.constant('condition' as const),
          path: fc.constantFrom(['tags', 'title'], ['title']),
          operator: fc.constant('$eq'),
          values: fc.tuple(leaf),
        }),
        fc.record({
          kind: fc.constant('group' as const),
          logic: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
          path: fc.constantFrom([], ['tags']),
          items: fc.array(tie('filter'), { maxLength: 3 }),
        }),
      ),
    })).filter;
    const documentWith = (tags: fc.Arbitrary<readonly unknown[]>) =>
      fc.record({ title: leaf, tags }).map((one) => new Map<string, unknown>(Object.entries(one)));
    const listOf = (one: fc.Arbitrary<unknown>) => fc.array(one, { maxLength: 2 });
    const document = documentWith(listOf(documentWith(listOf(documentWith(fc.constant([]))))));
    fc.assert(
      fc.property(small, document, (given, one) => {
        const root: FilterGroup = { kind: 'group', logic: 'and', path: [], items: [given] };
        const { filters: parsed } = parseQuery(writeQuery({ ...emptyQuery, filters: root }));
        expect(matches(parsed, one)).toBe(matches(root, one));
      }),
      { numRuns: times(500) },
    );
  });

  test.each([
    'filters[title][$eq]=a',
    'filters[author][name][$containsi]=In%20es&filters[title][$ne]=x',
    'filters[$or][0][title][$eq]=a&filters[$or][1][author][name][$eq]=b',
    'filters[tags][label][$eq]=a&filters[tags][weight][$gt]=3',
    'populate=*',
    'populate[author][fields]=name&populate[author][populate][articles]=true&populate[tags]=true',
    'populate[sections][on][shared.seo]=true',
    'fields=title,slug&sort=title:desc,author.name&pagination[page]=2&pagination[pageSize]=10&status=draft&locale=fr',
    'pagination[withCount]=false',
  ])('%s stays as it is', (url) => {
    expect(writeQuery(parseQuery(url))).toBe(url);
    expect(parseQuery(url).others.size).toBe(0);
  });

  test.each([
    ['filters[title]=a', 'filters[title][$eq]=a'],
    ['sort[0]=title&sort[1]=slug:DESC', 'sort=title,slug:desc'],
    ['populate=author.articles,seo', 'populate[author][populate][articles]=true&populate[seo]=true'],
    ['fields[0]=title&fields[1]=slug', 'fields=title,slug'],
    ['filters%5Btitle%5D%5B%24eq%5D=a+b', 'filters[title][$eq]=a%20b'],
  ])('%s is written as %s', (given, expected) => {
    expect(writeQuery(parseQuery(given))).toBe(expected);
  });

  test.each([
    'filters[title][$eq][0]=a&filters[title][$eq][1]=b',
    'populate[author]=false',
    'sort[author][name]=asc',
    'locale[0]=en&locale[1]=fr',
    'x=1',
  ])('keeps %s, which has no control', (url) => {
    const parsed = parseQuery(url);
    expect(parseBrackets(writeQuery(parsed))).toEqual(parseBrackets(url));
  });
});

test('keys below empty brackets are those of one entry, as for the API', () => {
  const given = 'a[][b]=1&a[][c]=2&d[]=1&d[]=2';
  expect(writeBrackets(parseBrackets(given))).toBe('a[0][b]=1&a[0][c]=2&d[0]=1&d[1]=2');
});

test('names and values of a query string survive, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { maxLength: 5 }), (pairs) => {
      const tree = new Map(pairs.map(([key, text]) => [key, text]));
      expect(parseBrackets(writeBrackets(tree))).toEqual(tree);
    }),
  );
});

test('a populated entry without choices is a plain true', () => {
  const entries = [newEntry('author')];
  expect(writeQuery({ ...emptyQuery, populate: { all: false, entries } })).toBe('populate[author]=true');
});
