import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSource } from './open.js';
import type { Source, SourceEntity, SourceLink } from '../../src/transfer/source.js';
import { loadDriver } from '../../../strapi/src/readers/database/driver.js';
import { findIdentifier, folded } from '../../../strapi/src/readers/database/identifiers.js';
import { valueOf } from '../../../strapi/src/readers/database/values.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { temporaryProject } from '../temporary-project.js';
import { moving, unpacked } from './recorded.js';
import { loaded } from './site.js';

let server: TestServer;
let root: string;
let open: (address: string) => Promise<Source>;
beforeAll(async () => {
  server = await startServer();
  root = temporaryProject({ 'package.json': { type: 'module', dependencies: { '@strapi/strapi': '5.54.0' } } });
  cpSync(join(moving, 'strapi', 'src'), join(root, 'src'), { recursive: true });
  const { model } = await loaded(root);
  open = (address) => openSource(address, { root, model });
});
afterAll(() => server.stop());

async function contentOf(address: string) {
  const source = await open(address);
  const [entities, links]: [string[], string[]] = [[], []];
  for await (const entity of source.entities()) if (isContent(entity)) entities.push(identity(entity));
  for await (const link of source.links()) if (isKept(link)) links.push(JSON.stringify(orderOf(link)));
  await source.close();
  return { entities: entities.toSorted(), links: links.toSorted() };
}

/** Archives have no admins and tokens. */
function isContent({ type }: SourceEntity): boolean {
  return !type.startsWith('admin::');
}

/** An archive has links of versions to their locales, and no links to admins. */
function isKept({ owner, target }: SourceLink): boolean {
  return owner.field !== 'localizations' && ![owner.type, target.type].some((type) => type.startsWith('admin::'));
}

function identity({ values, ...entity }: SourceEntity): string {
  return JSON.stringify([
    ...[entity.type, entity.id, entity.documentId, entity.locale, entity.status],
    ...[entity.createdAt, entity.updatedAt, entity.publishedAt],
    ...['seo', 'sections', 'zone', 'hero', 'details', 'links'].map((name) => entriesIn(values[name])),
  ]);
}

/** The ids of component entries, in order, with the names of their components in dynamic zones. */
function entriesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(entriesIn);
  if (typeof value !== 'object' || value === null) return null;
  const entry: Readonly<Record<string, unknown>> = { ...value };
  const nested = ['social', 'links', 'seo'].map((name) => entriesIn(entry[name])).filter((list) => list !== null);
  return [entry['id'], entry['__component'], ...nested.filter((list) => !Array.isArray(list) || list.length > 0)];
}

function orderOf({ owner, target }: SourceLink): unknown {
  return [owner.type, owner.id, owner.field, owner.position ?? 0, target.type, target.id, target.position ?? 0];
}

test('a SQLite database has the same versions, entries and links as the archive of its project', async () => {
  const database = join(root, 'data.db');
  writeFileSync(database, unpacked('sqlite.db.gz'));
  const [fromDatabase, fromArchive] = [
    await contentOf(database),
    await contentOf(join(moving, 'recorded', 'archive.tar.gz')),
  ];
  expect(fromDatabase.entities.length).toBeGreaterThan(100);
  expect(fromDatabase.entities).toEqual(fromArchive.entities);
  expect(fromDatabase.links.length).toBeGreaterThan(600);
  expect(fromDatabase.links).toEqual(fromArchive.links);
});

test('a stream can be read twice', async () => {
  const { url, sql } = await server.database();
  await sql.unsafe(unpacked('postgres.sql.gz').toString());
  const source = await open(url);
  const count = async () => {
    let found = 0;
    for await (const _ of source.entities()) found++;
    return found;
  };
  expect(source.name).toBe('Strapi database on PostgreSQL');
  expect([await count(), await count()]).toEqual([source.counts.entities, source.counts.entities]);
  await source.close();
});

/** More rows than one statement reads, with ids of several lengths, because 10 comes before 9 in a text. */
const manyTopics = `insert into topics (id, document_id, name)
  with recursive n(i) as (select 1000 union all select i + 7 from n where i < 11000)
  select i, 'topic' || i, 'Topic ' || i from n`;

const filled = {
  PostgreSQL: async () => {
    const { url, sql } = await server.database();
    await sql.unsafe(unpacked('postgres.sql.gz').toString());
    await sql.unsafe(`set search_path = public; ${manyTopics}`);
    return url;
  },
  SQLite: async () => {
    const path = join(root, 'many.db');
    writeFileSync(path, unpacked('sqlite.db.gz'));
    const { default: driver } = await import('node-sqlite3-wasm');
    const database = new driver.Database(path);
    database.exec(manyTopics);
    database.close();
    return path;
  },
};

test.each(Object.entries(filled))('%s: every row of a large table comes once, in the order of ids', async (_, fill) => {
  const source = await open(await fill());
  const ids: number[] = [];
  for await (const { type, id } of source.entities()) if (type === 'api::topic.topic' && id >= 1000) ids.push(id);
  await source.close();
  expect(ids).toEqual(Array.from({ length: 1430 }, (_none, index) => 1000 + index * 7));
});

test('a database without tables of Strapi is refused with the reason', async () => {
  const { url, sql } = await server.database();
  await expect(open(url)).rejects.toThrow('the table strapi_core_store_settings is missing');
  await sql`create table strapi_core_store_settings (id int, key text, value text)`;
  await expect(open(url)).rejects.toThrow('strapi_core_store_settings has no schemas of content types');
});

test('a database of Strapi 4 is refused', async () => {
  const { url, sql } = await server.database();
  const schemas = { 'api::tag.tag': { collectionName: 'tags', attributes: { name: { type: 'string' } } } };
  await sql`create table strapi_core_store_settings (id int, key text, value text)`;
  await sql`insert into strapi_core_store_settings values (1, 'strapi_content_types_schema', ${JSON.stringify(schemas)})`;
  await sql`create table tags (id int, name text)`;
  await expect(open(url)).rejects.toThrow('Strapi 4');
});

test('a missing driver is an error that shows how to install it', async () => {
  const name = 'content-gen-has-no-such-driver';
  await expect(loadDriver(name, root, 'SQLite', () => import(name))).rejects.toThrow(
    `To read a SQLite database, install the package ${name}: npm install -D ${name}`,
  );
});

test.each([
  ['datetime', '1706869230410', '2024-02-02T10:20:30.410Z'],
  ['datetime', '2024-02-02 10:20:30.41', '2024-02-02T10:20:30.410Z'],
  ['timestamp', '2024-02-02 10:20:30.410000', '2024-02-02T10:20:30.410Z'],
  ['datetime', '2024-02-02 10:20:30.41+00', '2024-02-02T10:20:30.410Z'],
  ['boolean', 'true', true],
  ['boolean', '0', false],
  ['biginteger', '9007199254740993', '9007199254740993'],
  ['float', '0.3333333333333333', 1 / 3],
  ['json', '{"a":[null]}', { a: [null] }],
  ['json', 'no JSON', 'no JSON'],
  ['string', '', ''],
])('a %s column with %s is %o', (type, text, value) => {
  expect(valueOf(text, type)).toEqual(value);
  expect(valueOf(null, type)).toBeNull();
});

// Names that Strapi 5.54.0 made.
test.each([
  ['stories_cover_image_lnk', ['stories', 'coverImage', 'lnk']],
  [
    'components_marketing_testd7c36_recommended_articles_lnk',
    ['components_marketing_testimonial_carousels', 'recommendedArticles', 'lnk'],
  ],
  [
    'components_marketing_testimonial_carousels_wibf516_cmps',
    ['components_marketing_testimonial_carousels_with_more', 'cmps'],
  ],
  [undefined, ['components_marketing_testimonial_carousels', 'otherArticlesThanThese', 'lnk']],
])('%s is the name of %o', (name, parts) => {
  const others = ['stories', 'stories_cmps', 'components_marketing_testaaaaa_recommended_articles_lnk'];
  const names = [...others, ...(name === undefined ? [] : [name])];
  expect(findIdentifier(new Map(names.map((each) => [folded(each), each])), parts)).toBe(name);
});

test('component entries without a table are an error, because their values would be lost', async () => {
  const { url, sql } = await server.database();
  await sql.unsafe(unpacked('postgres.sql.gz').toString());
  await sql.unsafe('alter table public.components_shared_seos rename to components_old_names');
  const source = await open(url);
  const read = async () => {
    for await (const _ of source.entities());
  };
  await expect(read()).rejects.toThrow('entries of the component shared.seo, but its table was not found');
  await source.close();
});

test('a relation without its table is an error, because its links would be lost', async () => {
  const { url, sql } = await server.database();
  await sql.unsafe(unpacked('postgres.sql.gz').toString());
  await sql.unsafe('drop table public.stories_topics_lnk');
  const source = await open(url);
  const read = async () => {
    for await (const _ of source.links());
  };
  await expect(read()).rejects.toThrow('The table of the relation topics of api::story.story is missing');
  await source.close();
});
