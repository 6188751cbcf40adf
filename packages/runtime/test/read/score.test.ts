/** Ranked searches: `_q` with `sort=_score`. */
import * as pg from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as attr from '../../src/attributes.js';
import type { ContentDefinition } from '../../src/content/content.js';
import type { ContentEnv } from '../../src/http/context.js';
import { json } from '../../src/http/answers.js';
import { readQuery } from '../../src/http/request.js';
import { findMany } from '../../src/read/index.js';
import { explainRead } from '../../src/read/explain.js';
import * as cg from '../../src/schema.js';
import * as runtimeTables from '../../src/tables.js';
import { desk } from '../harness/fixtures/desk.js';
import { times } from '../harness/suite.js';
import { type Site, openSite } from '../harness/site.js';

const notes = pg.pgTable(
  'notes',
  { ...cg.versionColumns(), title: pg.text('title'), body: pg.text('body'), secret: pg.text('secret') },
  (t) => [...cg.versionKeys(t), cg.fullText(t, t.title, t.body, t.secret)],
);

const note = attr.contentType<unknown>({
  name: 'note',
  plural: 'notes',
  table: notes,
  localized: true,
  search: true,
  attributes: { title: attr.string(), body: attr.text(), secret: attr.text() },
});

const plain = attr.contentType<unknown>({ ...note, name: 'plain', plural: 'plains', search: false });

const { settings } = desk.definition;
const limited = { actions: ['find'], filterable: ['title', 'body'] };
const definition: ContentDefinition = {
  ...desk.definition,
  models: { note, plain },
  settings: { ...settings, permissions: { public: { note: '*', plain: '*' }, authenticated: { note: limited } } },
};

function routes(): Hono<ContentEnv> {
  const all = new Hono<ContentEnv>();
  all.use(async (_, next) => next());
  all.get('/notes', async (c) => json(c, await findMany(c.var.scope, note, readQuery(c))));
  all.get('/plains', async (c) => json(c, await findMany(c.var.scope, plain, readQuery(c))));
  all.all('*', (c) => c.notFound());
  return all;
}

let site: Site;
beforeAll(async () => {
  const tables = { ...runtimeTables, notes };
  site = await openSite({ name: 'score', definition, routes: routes(), tables });
  await add('en', 'Running in the park', 'A run before breakfast.');
  await add('en', 'Breakfast', 'She was running late. Running, always running.');
  await add('en', 'Quiet', 'Nothing happens here.');
  await add('fr', 'Crème brûlée', 'Un dessert à la crème.');
  await add('fr', 'Dessert', 'Des crèmes, souvent.');
  await add('de', 'Häuser', 'Viele alte Häuser am Fluss.');
  await add('en', 'Hidden', 'Nothing to see.', 'treasure');
});
afterAll(() => site.close());

let documents = 0;
async function add(locale: string, title: string, body: string, secret: string | null = null): Promise<void> {
  const id = `n${String(++documents).padStart(23, '0')}`;
  await site.test.rows(`insert into cg_documents (id, type) values ($1, 'note')`, [id]);
  await site.test.rows(
    `insert into notes (document_id, locale, cg_status, title, body, secret) values ($1, $2, 'published', $3, $4, $5)`,
    [id, locale, title, body, secret],
  );
}

const get = (query: string, type = 'notes') => site.request('GET', `/api/${type}?${query}`);
async function titles(query: string): Promise<readonly string[]> {
  const { status, body } = await get(query);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map(({ title }: { title: string }) => title);
}

describe('a ranked search', () => {
  it('finds the forms of a word, and a title before a body', async () => {
    expect(await titles('_q=run&sort=_score&locale=en')).toEqual(['Running in the park', 'Breakfast']);
    expect(await titles('_q=RUNS&sort=_score:asc&locale=en')).toEqual(['Breakfast', 'Running in the park']);
  });

  it('knows the words of each locale, without accents and case', async () => {
    expect(await titles('_q=CREME&sort=_score&locale=fr')).toEqual(['Crème brûlée', 'Dessert']);
    expect(await titles('_q=cr%C3%A8me%20BRULEE&sort=_score&locale=fr')).toEqual(['Crème brûlée']);
    expect(await titles('_q=hauser&sort=_score&locale=de')).toEqual(['Häuser']);
    expect(await titles('_q=haus&sort=_score&locale=*')).toEqual(['Häuser']);
    expect(await titles('_q=haus&sort=_score&locale=en')).toEqual([]);
    expect(await titles('_q=creme&sort=_score&locale[0]=fr&locale[1]=de')).toEqual(['Crème brûlée', 'Dessert']);
    expect(await titles('_q=creme&sort=_score&locale=*')).toEqual(['Crème brûlée', 'Dessert']);
  });

  it('counts, pages and has cursors as other lists do', async () => {
    const first = await get('_q=running&sort=_score&locale=en&pagination[pageSize]=1');
    expect(first.body.meta.pagination).toMatchObject({ total: 2, pageCount: 2 });
    const after = await get('_q=running&sort=_score&locale=en&pagination[pageSize]=1&pagination[after]=');
    expect(after.body.data).toMatchObject([{ title: 'Running in the park' }]);
    const cursor: string = after.body.meta.pagination.after;
    const next = await get(`_q=running&sort=_score&locale=en&pagination[pageSize]=1&pagination[after]=${cursor}`);
    expect([next.body.data[0].title, next.body.meta.pagination.after]).toEqual(['Breakfast', null]);
  });

  it('sorts by more keys, and combines with filters', async () => {
    expect(await titles('_q=nothing&sort[0]=_score&sort[1]=title&locale=en')).toEqual(['Hidden', 'Quiet']);
    expect(await titles('_q=run&sort=_score&locale=en&filters[title][$startsWith]=B')).toEqual(['Breakfast']);
  });

  it('reads the words in its index', () => {
    const request = { type: 'note', isList: true, query: '_q=run&sort=_score&locale=en', role: 'public' };
    const { statement } = explainRead(definition, request);
    expect(statement?.text).toContain('cg_search_vector(a.locale, a."title", a."body", a."secret") @@');
  });

  it('does not look at attributes that the caller may not filter by', () => {
    const request = { type: 'note', isList: true, query: '_q=treasure&sort=_score', role: 'authenticated' };
    const { statement } = explainRead(definition, request);
    expect(statement?.text).toContain('cg_search_vector(a.locale, a."title", a."body") @@');
    expect(statement?.text).not.toContain('a."secret") @@');
  });

  it('takes any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        const { status } = await get(`_q=${encodeURIComponent(text)}&sort=_score&locale=en`);
        expect(status).toBe(text.includes('\0') ? 400 : 200);
      }),
      { numRuns: times(5) },
    );
  });
});

describe('a sort by _score is a 400', () => {
  it('without _q', async () => {
    const { status, body } = await get('sort=_score');
    expect([status, body.error.details.key, body.error.message]).toEqual([
      400,
      '_score',
      'Invalid key _score at sort. It ranks the results of _q, which the request does not have',
    ]);
  });

  it('without search: true in the definition', async () => {
    const { status, body } = await get('_q=a&sort=_score', 'plains');
    expect([status, body.error.message]).toEqual([
      400,
      'Invalid key _score at sort. The definition of plain needs search: true for it',
    ]);
  });
});
