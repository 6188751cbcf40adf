/** Reads that are planned by the shape of their query are what they are when they are planned with their values. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import type { Caller, Scope } from '../../src/content/content.js';
import type { Settings } from '../../src/content/settings.js';
import type { Value } from '../../src/database/statement.js';
import { createContent } from '../../src/documents/create-content.js';
import { ContentError } from '../../src/errors/index.js';
import { contentType } from '../../src/model/attributes/index.js';
import type { AnyModel } from '../../src/model/model.js';
import { pagination } from '../../src/read/answer.js';
import { planMany } from '../../src/read/find-many.js';
import { planOne } from '../../src/read/find-one.js';
import { times } from '../harness/suite.js';
import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

/** A query that is longer than those whose plans are kept. Empty parameters mean nothing. */
const planned = (text: string) => `${text}${'&'.repeat(2_001)}`;

/** Mostly values of a kind; sometimes any others. */
const mostly = (...texts: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: junk });
const junk = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...['', ' ', ' 5 ', '+5', '-1', '1e3', '10.50', '.5', 'NaN', '99999999999999999999', 'true', 'f', 'null', '*', '%'],
    ...['2024-01-15', '2024-02-31', '25:00', '{"a":1}', '[]', '{', 'Alpha'],
  ),
);
const words = mostly('Alpha', 'beta', 'a', 'a_b', '\\', "O'Neil", 'Tech', 'Alice', id('a1'), id('au1'), '7', '12');
const numbers = mostly('0', '1', '3', '5', '8');
const starts = mostly('0', '1', '2', '3', '5', '25', '40', '99', '100', '101', '7000');

const comparisons = ['', '[$eq]', '[$ne]', '[$lt]', '[$gte]', '[$in]', '[$in][0]', '[$notIn][0]', '[$notIn][1]'];
const others = ['[$null]', '[$notNull]', '[$not]', '[$not][$gt]', '[$or][0]', '[$or][1][$lte]', '[$nope]', '[$eqi]'];
const textual = ['[$contains]', '[$notContains]', '[$containsi]', '[$notContainsi]', '[$startsWith]', '[$endsWithi]'];

/** A parameter without its value, and the values that it may have. */
type Parameter = readonly [name: string, values: fc.Arbitrary<string>];
const parameters = (names: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<readonly Parameter[]> =>
  fc.constantFrom(...names).map((name) => [[name, values]]);

/** Conditions on attributes, by their paths. */
function conditions(paths: readonly string[], operators: readonly string[], values: fc.Arbitrary<string>) {
  const between = fc.constantFrom(...paths).map((path): readonly Parameter[] => [
    [`${path}[$between][0]`, values],
    [`${path}[$between][1]`, values],
  ]);
  const one = parameters(
    paths.flatMap((path) => operators.map((operator) => path + operator)),
    values,
  );
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: between });
}

const condition = fc.oneof(
  conditions(
    ['[title]', '[slug]', '[author][name]', '[categories][name]'],
    [...comparisons, ...textual, ...others],
    words,
  ),
  conditions(['[author]', '[categories]', '[documentId]', '[related]'], ['', '[$in][0]', '[$in][1]', '[$ne]'], words),
  conditions(['[author]', '[id]', '[related][rating]', '[rating]', '[views]'], [...comparisons, ...others], numbers),
  conditions(['[seo][metaTitle]', '[related][author][name]'], [...comparisons, ...textual], words),
  conditions(['[price]', '[score]'], comparisons, mostly('10.50', '3', '-1.5', '1e2')),
  conditions(['[isFeatured]'], ['', '[$ne]'], mostly('true', 'false', 't', '0')),
  conditions(['[publishedOn]', '[createdAt]'], comparisons, mostly('2024-01-15', '2024-02-01')),
  conditions(['[opensAt]'], comparisons, mostly('08:30:00', '09:00')),
  conditions(['[extra]'], ['[$jsonSupersetOf]', '[$eq]', '[$contains]'], mostly('{"a":1}', '{"b":["x"]}')),
  conditions(['[locale]', '[kind]'], ['', '[$in][0]'], mostly('en', 'fr', 'news')),
  conditions(['[secret]', '[vault][name]', '[nope]', '[content]'], ['', '[$eq]'], words),
);
const inside = (prefix: string, of: fc.Arbitrary<readonly Parameter[]>) =>
  of.map((list) => list.map(([name, values]): Parameter => [prefix + name, values]));
const filter = fc.oneof(
  { weight: 4, arbitrary: inside('filters', condition) },
  ...['[$or][0]', '[$or][1]', '[$and][0]', '[$not]'].map((path) => ({
    weight: 1,
    arbitrary: inside(`filters${path}`, condition),
  })),
);

/** The parameters of populated lists, of which a caller may not see all. */
const list = (path: string, conditionsOf: fc.Arbitrary<readonly Parameter[]>) =>
  fc.oneof(
    { weight: 4, arbitrary: inside(`populate${path}[filters]`, conditionsOf) },
    parameters([`populate${path}[count]`], mostly('true', 'false')),
    parameters([`populate${path}[sort]`], mostly('id', 'name:desc', 'documentId')),
    parameters([`populate${path}[pagination][page]`, `populate${path}[pagination][pageSize]`], starts),
  );
const named = conditions(['[name]'], [...comparisons, ...textual], words);
const leveled = conditions(['[level]', '[id]'], comparisons, numbers);
const populated = fc.oneof(
  list('[author]', named),
  list('[categories]', fc.oneof(named, conditions(['[id]'], comparisons, numbers))),
  list('[related]', condition),
  list('[sections]', leveled),
  list('[author][populate][articles]', condition),
  list('[content][on][blocks.hero]', conditions(['[id]', '[title]'], comparisons, numbers)),
  parameters(['populate[content][count]'], mostly('true')),
  parameters(['populate'], mostly('author', 'categories,author.articles', '*')),
);

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
/** A sort, and the cursors of its list. */
const sorted = ([sort, cursors]: readonly [string, readonly string[]]): fc.Arbitrary<readonly Parameter[]> => {
  const place = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...cursors, '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(cursor('title:asc', 'x', 1), cursor('', 1.5), cursor('rating:desc', 'x', 1)),
    },
    { weight: 1, arbitrary: junk },
  );
  return fc
    .constantFrom('pagination[after]', 'pagination[before]', undefined)
    .map((name) => [['sort', fc.constant(sort)], ...(name === undefined ? [] : [[name, place] as const])]);
};
const sort = fc.oneof(
  sorted(['', [cursor('', 1), cursor('', 4)]]),
  sorted(['title', [cursor('title:asc', 'Alpha', 2), cursor('title:asc', 'beta', 4), cursor('title:asc', null, 2)]]),
  sorted([
    'rating:desc',
    [cursor('rating:desc', '5', 2), cursor('rating:desc', '3', 4), cursor('rating:desc', null, 8)],
  ]),
  sorted(['price,id', [cursor('price:asc,id:asc', '10.50', '2', 2), cursor('price:asc,id:asc', null, '2', 2)]]),
  sorted(['categories.name', [cursor('categories.name:asc', 'art', 2), cursor('categories.name:asc', 'Bio', 4)]]),
  sorted(['_score', []]),
  sorted(['nope', []]),
);

const group = fc.oneof(
  { weight: 8, arbitrary: filter },
  { weight: 4, arbitrary: populated },
  { weight: 4, arbitrary: sort },
  { weight: 3, arbitrary: parameters(['pagination[page]', 'pagination[start]'], starts) },
  { weight: 1, arbitrary: parameters(['pagination[pageSize]', 'pagination[limit]'], mostly('1', '10', '25', '100')) },
  { weight: 1, arbitrary: parameters(['pagination[withCount]'], mostly('true', 'false')) },
  { weight: 1, arbitrary: parameters(['fields'], mostly('title', 'title,rating', '*')) },
  { weight: 3, arbitrary: parameters(['_q'], words) },
  { weight: 1, arbitrary: parameters(['status'], mostly('draft', 'published')) },
  { weight: 1, arbitrary: parameters(['locale', 'locale[0]'], mostly('en', 'fr', '*')) },
  { weight: 1, arbitrary: parameters(['publicationFilter'], mostly('modified', 'never-published')) },
);

/** Queries that differ in their values alone. */
const queries = fc.array(group, { maxLength: 3 }).chain((groups) => {
  const asked = groups.flat();
  const query = fc
    .tuple(...asked.map(([, values]) => values))
    .map((values) => values.map((text, index) => `${asked[index]?.[0]}=${encodeURIComponent(text)}`).join('&'));
  return fc.array(query, { minLength: 4, maxLength: 4 });
});

/** Values that decide about the statement, or that are checked although nothing is read with them. */
const telling: [string[], boolean][] = [
  ...['title', 'slug'].map((name) => [`filters[${name}]=a`, `filters[${name}]=`, `filters[${name}]`]),
  ['filters[author]=1', `filters[author]=${id('au1')}`, 'filters[author]=x', 'filters[author][$lt]=x'],
  ['1', 'x', '', '2'].map((second) => `filters[author][$in][0]=1&filters[author][$in][1]=${second}`),
  ['1', '0', 'x', 'true'].map((flag) => `filters[rating][$null]=${flag}`),
  ['a', '7', ' 7 ', '.5', ''].map((text) => `_q=${encodeURIComponent(text)}`),
  ['1', '2', '4', '5', '50', 'x', ''].map((page) => `pagination[page]=${page}`),
  ['0', '99', '100', '1e3', '-1', '9e15'].map((start) => `pagination[start]=${start}`),
  ['Alpha', null, 'beta'].map((key) => `sort=title&pagination[after]=${cursor('title:asc', key, 2)}`),
  ['5', 'x', null].map((key) => `sort=rating:desc&pagination[before]=${cursor('rating:desc', key, 2)}`),
  ['1', 'x'].map((value) => `populate[vault][filters][id]=${value}`),
  ['1', 'x'].map((value) => `populate[content][count]=true&populate[content][on][blocks.hero][filters][id]=${value}`),
].map((texts) => [texts, true]);

const { compiled: _compiled, ...description } = contentDefinition.models.article as AnyModel;
const article: AnyModel = contentType<unknown>({ ...description, search: true });

const rules: Settings['permissions'] = {
  ...contentDefinition.settings.permissions,
  editor: {
    article: {
      actions: ['find', 'findOne', 'findDraft'],
      where: { rating: { $gt: 2 }, author: { name: { $ne: 'Bob' } } },
      filterable: ['title', 'rating', 'price', 'author', 'categories', 'related', 'kind'],
      readable: ['title', 'price', 'author', 'categories', 'related', 'sections'],
    },
    author: { actions: ['find'], where: { $or: [{ name: 'Alice' }, { documentId: '$caller' }] } },
    category: ['find'],
  },
};
const callers: readonly Caller[] = [
  { kind: 'token', id: 'all', name: 'all', may: () => true },
  { kind: 'role', role: 'public' },
  { kind: 'role', role: 'editor', user: { id: 1, documentId: id('au2') } },
];

function scopeOf(caller: Caller): Scope {
  const definition = {
    ...contentDefinition,
    models: { ...contentDefinition.models, article },
    settings: { ...contentDefinition.settings, permissions: rules },
  };
  return { content: createContent(definition, { database: site.database }), caller, requestId: 'x' };
}

/** A statement with its values in place of its parameters, whose numbers do not matter. */
function inlined({ text, values }: Text): string {
  return text.replaceAll(/\$(\d+)::/g, (_, number: string) => `${JSON.stringify(values[Number(number) - 1])}::`);
}

/** What becomes of a query: its statements and its page, or its refusal. */
function outcome(make: () => Planned): unknown {
  try {
    const { plan, statement, page } = make();
    const { text, values, total } = statement;
    const counted = total && {
      from: inlined({ text: total.from, values: values.slice(0, total.values) }),
      known: inlined({ text, values: values.toSpliced(total.slot, 3, 'state', 'total', false) }),
    };
    const edge = { keys: plan.order.map(() => 'x'), id: 1 };
    const edges = { first: edge, last: edge, isMore: true };
    const meta = page && pagination(plan, page, { total: '7', edges });
    return { quick: inlined(statement), thorough: inlined(statement.thorough()), counted, meta };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { status, name, message, details } = error;
    return { status, name, message, details };
  }
}

type PlannedMany = ReturnType<typeof planMany>;

interface Text {
  readonly text: string;
  readonly values: readonly Value[];
}

interface Planned extends Pick<PlannedMany, 'plan'>, Partial<Pick<PlannedMany, 'page'>> {
  readonly statement: Text & Pick<PlannedMany['statement'], 'total'> & { readonly thorough: () => Text };
}

describe('a query of a known shape', () => {
  it.each(callers.map((caller) => [caller.kind === 'token' ? 'a token' : caller.role, caller] as const))(
    'has the statements, the page and the refusals of its values, for %s',
    (_, caller) => {
      const scope = scopeOf(caller);
      let answered = 0;
      fc.assert(
        fc.property(queries, fc.boolean(), (texts, isList) => {
          for (const text of texts) {
            const plan = (query: string) => () =>
              isList ? planMany(scope, article, { text: query }) : planOne(scope, article, id('a1'), { text: query });
            const found = outcome(plan(text));
            expect(found).toEqual(outcome(plan(planned(text))));
            if (!('status' in (found as object))) answered += 1;
          }
        }),
        { numRuns: times(100), examples: telling },
      );
      expect(answered).toBeGreaterThan(20);
      expect(scope.content.shapes.usage.hits).toBeGreaterThan(20);
    },
  );

  it('has the answer of its values', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom('articles', `articles/${id('a1')}`), async (texts, path) => {
        for (const text of texts) {
          const known = await site.get(`/api/${path}?${text}`);
          const { status, text: body } = await site.get(`/api/${path}?${planned(text)}`);
          expect([known.status, known.text]).toEqual([status, body]);
        }
      }),
      { numRuns: times(25) },
    );
  });
});
