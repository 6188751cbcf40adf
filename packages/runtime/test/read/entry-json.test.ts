/** JSON attributes of components: a value that is missing is null, as in a column. */
import * as pg from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as attr from '../../src/attributes.js';
import type { ContentDefinition } from '../../src/content/content.js';
import { json } from '../../src/http/answers.js';
import { readBody } from '../../src/http/bodies.js';
import type { ContentEnv } from '../../src/http/context.js';
import { readQuery } from '../../src/http/request.js';
import { findMany } from '../../src/read/index.js';
import * as cg from '../../src/schema.js';
import * as runtimeTables from '../../src/tables.js';
import { create } from '../../src/write/index.js';
import { desk } from '../harness/fixtures/desk.js';
import { type Site, openSite } from '../harness/site.js';

const notes = pg.pgTable(
  'notes',
  { ...cg.versionColumns(), title: pg.text('title'), part: cg.component('part'), parts: cg.components('parts') },
  (t) => [...cg.versionKeys(t)],
);

const part = attr.componentType<unknown>({ name: 'a.part', attributes: { extra: attr.json(), body: attr.blocks() } });

const note = attr.contentType<unknown>({
  name: 'note',
  plural: 'notes',
  table: notes,
  attributes: {
    title: attr.string(),
    part: attr.component(() => part),
    parts: attr.component(() => part, { repeatable: true }),
  },
});

const definition: ContentDefinition = {
  ...desk.definition,
  models: { note },
  settings: { ...desk.definition.settings, permissions: { public: { note: '*' } } },
};

function routes(): Hono<ContentEnv> {
  const all = new Hono<ContentEnv>();
  all.use(async (_, next) => next());
  all.get('/notes', async (c) => json(c, await findMany(c.var.scope, note, readQuery(c))));
  all.post('/notes', async (c) => json(c, await create(c.var.scope, note, await readBody(c), readQuery(c)), 201));
  all.all('*', (c) => c.notFound());
  return all;
}

const paragraph = [{ type: 'paragraph', children: [{ type: 'text', text: 'a' }] }];

let site: Site;
beforeAll(async () => {
  site = await openSite({ name: 'entry_json', definition, routes: routes(), tables: { ...runtimeTables, notes } });
  const documents = [
    { title: 'none' },
    { title: 'empty', part: {}, parts: [{}] },
    { title: 'null', part: { extra: null, body: null }, parts: [{ extra: null }] },
    { title: 'full', part: { extra: { a: 1 }, body: paragraph }, parts: [{ extra: [1], body: paragraph }, {}] },
  ];
  for (const data of documents) {
    const { status, body } = await site.request('POST', '/api/notes', { body: { data } });
    expect(status, JSON.stringify(body)).toBe(201);
  }
});
afterAll(() => site.close());

async function titles(query: string): Promise<readonly string[]> {
  const { status, body } = await site.request('GET', `/api/notes?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map(({ title }: { title: string }) => title);
}

it.each([
  ['filters[part][extra][$null]=true', ['none', 'empty', 'null']],
  ['filters[part][extra][$notNull]=true', ['full']],
  ['filters[part][body][$null]=false', ['full']],
  ['filters[part][$not][extra][$null]=true', ['full']],
  ['filters[parts][extra][$null]=true', ['none', 'empty', 'null', 'full']],
  ['filters[parts][body][$notNull]=true', ['full']],
  ['filters[part][extra][$jsonSupersetOf]=null', []],
  ['filters[part][extra][$containsi]=null', []],
  ['filters[part][$not][extra][$jsonSupersetOf]=[]', ['full']],
  ['sort=part.extra:asc', ['full', 'none', 'empty', 'null']],
])('a null in an entry is a missing value: %s', async (query, found) => {
  expect(await titles(query)).toEqual(found);
});
