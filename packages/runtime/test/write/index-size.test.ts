import { randomInt } from 'node:crypto';

import * as pg from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as attr from '../../src/attributes.js';
import * as cg from '../../src/schema.js';
import * as runtimeTables from '../../src/tables.js';
import { create } from '../../src/write/index.js';
import { desk } from '../harness/fixtures/desk.js';
import { type Site, openSite } from '../harness/site.js';

const places = pg.pgTable(
  'places',
  {
    ...cg.versionColumns(),
    street: pg.text('street'),
    city: pg.text('city'),
    area: pg.text('area'),
    zone: pg.text('zone'),
  },
  (t) => [...cg.versionKeys(t), cg.index(t, t.street, t.city, t.area, t.zone)],
);

const place = attr.contentType<unknown>({
  name: 'place',
  plural: 'places',
  table: places,
  attributes: { street: attr.string(), city: attr.string(), area: attr.string(), zone: attr.string() },
});

let site: Site;
beforeAll(async () => {
  const definition = { ...desk.definition, models: { place } };
  site = await openSite({ name: 'places', definition, routes: new Hono(), tables: { ...runtimeTables, places } });
});
afterAll(() => site.close());

/** Random, because PostgreSQL compresses the values of an index; each character has three bytes. */
function long(): string {
  return String.fromCodePoint(...Array.from({ length: 255 }, () => 0x4e00 + randomInt(0x5000)));
}

function add(data: object) {
  const caller = { kind: 'token', id: 'test', name: 'test', may: () => true } as const;
  return create({ content: site.content, caller, requestId: 'test' }, place, { data }, { text: '' });
}

it('values that do not fit into their index are a 400 that names them', async () => {
  await expect(add({ street: long(), city: long(), area: long(), zone: long() })).rejects.toMatchObject({
    status: 400,
    details: {
      errors: ['street', 'city', 'area', 'zone'].map((name) => ({
        path: [name],
        message: `${name} is too long for its index, which holds about 2,700 bytes of text`,
      })),
    },
  });
  expect(await site.test.rows('select 1 from places')).toEqual([]);
});

it('values that fit are stored', async () => {
  await add({ street: long(), city: long(), area: long(), zone: 'short' });
  expect(await site.test.rows('select 1 from places')).toHaveLength(1);
});
