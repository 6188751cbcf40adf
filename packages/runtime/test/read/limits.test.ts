import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as attr from '../../src/model/attributes/index.js';
import { LimitError, ValidationError } from '../../src/errors/index.js';
import type { AnyComponent, AnyModel } from '../../src/model/model.js';
import type { PlanContext } from '../../src/plan/context.js';
import { limitedWeight } from '../../src/plan/condition-weight.js';
import { limitedEffort } from '../../src/plan/effort.js';
import { planPopulate } from '../../src/plan/populate.js';
import { parsePopulate } from '../../src/query/populate.js';
import { defaultRest } from '../../src/content/settings.js';
import { createState } from '../../src/content/state.js';
import { cachedStatement } from '../../src/read/cached-plan.js';
import { pages } from '../../../../fixtures/desk/src/content/schema.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createApp } from '../harness/app.js';
import { openPatient } from '../harness/patient-database.js';
import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

const chain = (name: string, levels: number) => Array(levels).fill(name).join('.');
const nested = (name: string, levels: number) => `[${name}]`.repeat(levels);

/** Conditions that hold of nothing too: each is two conditions, one within the other. */
const orNothing = (levels: number) => `filters${nested('related', levels)}[title][$null]=true`;

const conditions = (kind: string, count: number, levels: number) =>
  Array.from({ length: count }, (_, index) => `filters[${kind}][${index}]${nested('related', levels)}[title]=x`).join(
    '&',
  );

describe('a request with many paths', () => {
  it('searches the rows of a relation once for all alternatives about them', async () => {
    const ask = async (condition: (n: number) => string) => {
      site.statements();
      const query = Array.from({ length: 200 }, (_, n) => condition(n)).join('&');
      const { body } = await site.get(`/api/articles?sort=id&${query}`);
      const [statement] = site.statements();
      return {
        titles: body.data.map(({ title }: { title: string }) => title),
        searches: statement?.split('exists (').length,
      };
    };
    const alternatives = await ask((n) => `filters[$or][${n}][categories][name]=${n === 7 ? 'art' : n}`);
    const listed = await ask((n) => `filters[categories][name][$in][${n}]=${n === 7 ? 'art' : n}`);
    expect(alternatives).toEqual(listed);
    expect(alternatives.titles).toEqual(['Alpha', 'beta']);
  });

  it.each([
    ['related', `populate=${chain('related', 70)}`],
    ['to and fro', `populate=${chain('categories.articles', 3)}`],
    ['a sort', `sort=${chain('related', 70)}.title`],
    ['a filter', `filters${nested('related', 70)}[title]=x`],
    ['a filter that nothing meets too', orNothing(70)],
    ['many filters', conditions('$and', 100, 5)],
    ['many alternatives', conditions('$or', 100, 5)],
  ])('is answered: %s', async (_name, query) => {
    const { status, body } = await site.get(`/api/articles?${query}`);
    expect(status, JSON.stringify(body.error)).toBe(200);
  });

  it.each([
    ['populate', `populate=${chain('related', 240)}`],
    ['populate', `populate=${chain('related', 1900)}`],
    ['populate', `populate[related][filters]${nested('related', 200)}[title]=x`],
    ['populate', `populate[related][sort]=${chain('related', 200)}.title`],
    ['sort', `sort=${chain('related', 1500)}.title`],
    ['filters', `filters${nested('related', 200)}[title]=x`],
    ['filters', conditions('$and', 30, 40)],
    [
      'filters',
      `${Array.from({ length: 800 }, (_, index) => `filters[related][related][related][$or][${index}][related]=${index}`).join('&')}`,
    ],
  ])('is refused, with the limit, when it has too many: %s', async (param, query) => {
    site.statements();
    const { status, body } = await site.get(`/api/articles?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('The maximum for populate, filters and sort together is 3000'),
      details: { source: 'query', param },
    });
    expect(site.statements()).toEqual([]);
  });

  it('finds the same with joined and with nested conditions', async () => {
    const both = (count: number) =>
      Array.from({ length: count }, (_, index) => `filters[$and][${index}][categories][name]=art`).join('&');
    const titles = async (query: string) =>
      (await site.get(`/api/articles?sort=id&${query}`)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles(both(1))).toEqual(['Alpha', 'beta']);
    expect(await titles(both(30))).toEqual(['Alpha', 'beta']);
    expect(await titles(orNothing(1))).toEqual(['Alpha', 'Gamma']);
    expect(await titles(orNothing(20))).toEqual(['Alpha', 'beta', 'Gamma']);
  });

  it('through polymorphic relations is refused before its plan grows too large', async () => {
    const round = '[populate][items][on][api::restaurant.restaurant][populate][badges]';
    const query = `populate[items][on][api::restaurant.restaurant][populate][badges]${round.repeat(39)}=true`;
    const { status, body } = await site.get(`/api/badges?${query}`);
    expect([status, body.error.details]).toEqual([400, { source: 'query', param: 'populate' }]);
  });
});

describe('a request with many conditions', () => {
  const any = (count: number, condition: (n: number) => string, param = 'filters') =>
    Array.from({ length: count }, (_, n) => `${param}[$or][${n}]${condition(n)}`).join('&');
  const parts = (n: number) => `[title][$containsi]=part${n}`;
  const nested = 'populate[related][filters]';

  it.each([
    ['filters.$or.50.title.$containsi', any(200, parts)],
    ['filters.$or.50.title.$eqi', any(51, (n) => `[title][$eqi]=${n}`)],
    ['filters.$or.50.$not.title.$notContains', any(60, (n) => `[$not][title][$notContains]=${n}`)],
    [
      'filters.$or.50.categories.articles.title.$endsWith',
      any(60, (n) => `[categories][articles][title][$endsWith]=${n}`),
    ],
    ['filters.$or.50.extra.$jsonSupersetOf', any(60, (n) => `[extra][$jsonSupersetOf]=${n}`)],
    ['populate.$or.50.title.$containsi', any(60, parts, nested)],
    ['populate.name.$contains', `${any(50, parts)}&populate[author][filters][name][$contains]=x`],
    ['_q', `${any(50, parts)}&_q=x`],
  ])('is a 400 that names its key, before SQL: %s', async (path, query) => {
    site.statements();
    const { status, body } = await site.get(`/api/articles?${query}`);
    expect([status, body.error.details]).toEqual([400, { path, source: 'query', param: path.split('.')[0] }]);
    expect(body.error.message).toContain(`Too many conditions at ${path}. `);
    expect(site.statements()).toEqual([]);
  });

  it('is a 400 in the query of a write too, and nothing is written', async () => {
    const token = 'conformance-token-full-access';
    const path = `/api/tags/${id('t1')}?${any(51, (n) => `[name][$containsi]=${n}`)}`;
    for (const method of ['DELETE', 'PUT']) {
      const options = method === 'PUT' ? { body: { data: { name: 'other' } } } : {};
      expect((await site.request(method, path, { token, ...options })).status).toBe(400);
    }
    expect((await site.get(`/api/tags/${id('t1')}`)).body.data.name).toBe('one');
  });

  it('is answered within the limit: searches, ids, and _q over all attributes', async () => {
    for (const query of [
      `_q=alpha&${any(49, parts)}`,
      any(900, (n) => `[rating]=${n % 10}`),
      Array.from({ length: 900 }, (_, n) => `filters[id][$in][${n}]=${n}`).join('&'),
    ])
      expect((await site.get(`/api/articles?${query}`)).status).toBe(200);
  });
});

describe('a zone whose components refer back to it', () => {
  type Any = Record<string, unknown>;
  const part = (name: string): AnyComponent =>
    attr.componentType<Any>({ name, attributes: { page: attr.oneToOne(() => page) } });
  const parts = ['one', 'two', 'three', 'four'].map((name) => part(`a.${name}`));
  const page: AnyModel = attr.contentType<Any>({
    name: 'page',
    plural: 'pages',
    table: pages,
    attributes: { title: attr.string(), zone: attr.dynamicZone(() => parts) },
  });
  const plan = (populate: string) => {
    const context: PlanContext = {
      models: [page],
      rest: defaultRest,
      maySee: () => true,
      allows: () => true,
      rowsOf: () => undefined,
      draftsOf: () => undefined,
      mayPopulate: () => true,
      filtersMedia: false,
      spend: limitedEffort(),
      weigh: limitedWeight(),
      blanks: [],
    };
    return planPopulate(context, page, parsePopulate(populate));
  };

  it('is planned a few levels deep and refused beyond; a wrong name is another error', () => {
    expect(plan(chain('zone.page', 3))).toHaveLength(1);
    expect(() => plan(chain('zone.page', 11))).toThrow(LimitError);
    expect(() => plan(`${chain('zone.page', 2)}.nope`)).toThrow(ValidationError);
    expect(() => plan(`${chain('zone.page', 2)}.nope`)).not.toThrow(LimitError);
  });
});

describe('a statement that PostgreSQL rejects', () => {
  it.each(['54001', '54000', '42601', '22P02'])(
    'is a 400 when the request caused it and a 500 otherwise: %s',
    async (code) => {
      const database = openPatient({ url: site.url, connections: 1 });
      const fails = () => database.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`);
      const { app } = createApp(conformance, { ...database, raw: fails });
      const response = await app.request('/api/tags?sort=name');
      expect(response.status).toBe(code === '42601' ? 500 : 400);
      await database.close();
    },
  );
});

describe('cached statements', () => {
  type Cache = ReturnType<typeof createState>['statements'];
  const keep = (cache: Cache, text: string, length: number) =>
    cachedStatement(cache, text, () => ({ statement: { text: ' '.repeat(length) } }));

  it('are bounded by their size', () => {
    const { statements: cache } = createState(conformance.definition.settings);
    const [first, second] = [keep(cache, 'a', 40_000), keep(cache, 'b', 40_000)];
    for (let index = 0; index < 200; index++) {
      expect(keep(cache, 'a', 40_000)).toBe(first);
      keep(cache, `q${index}`, 40_000);
    }
    expect(keep(cache, 'b', 40_000)).not.toBe(second);
    expect(keep(cache, 'a', 40_000)).toBe(first);
  });

  it('do not include the largest', () => {
    const { statements: cache } = createState(conformance.definition.settings);
    expect(keep(cache, 'a', 60_000)).not.toBe(keep(cache, 'a', 60_000));
  });
});

it('page sizes up to the next power of two share one statement, also those of populated lists', async () => {
  const texts = async (path: string) => {
    site.statements();
    expect((await site.get(path)).status, path).toBe(200);
    return site.statements();
  };
  const [first] = await texts('/api/articles?pagination[pageSize]=17&populate[categories][pagination][pageSize]=3');
  for (const [size, nested] of [
    [18, 4],
    [31, 3],
    [32, 4],
  ] as const) {
    const path = `/api/articles?pagination[pageSize]=${size}&populate[categories][pagination][pageSize]=${nested}`;
    expect(await texts(path)).toEqual([first]);
  }
  const { body } = await site.get('/api/articles?pagination[pageSize]=3');
  expect([body.data.length, body.meta.pagination.pageSize]).toEqual([3, 3]);
});
