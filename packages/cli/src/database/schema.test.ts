import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as pg from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type EmbeddedDatabase, startEmbedded } from './embedded.js';
import { applySchema } from './schema.js';

let root: string;
let server: EmbeddedDatabase;
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  await chmod(root, 0o755);
  server = await startEmbedded({ root });
  admin = postgres(server.url, { max: 1 });
});

beforeEach(async () => {
  await sql?.end();
  const name = `schema_${++count}`;
  await admin.unsafe(`create database ${name}`);
  url = server.url.replace(/\/postgres$/, `/${name}`);
  sql = postgres(url, { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql?.end();
  await admin?.end();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

const posts = (extra: Record<string, pg.PgColumnBuilderBase> = {}) => ({
  posts: pg.pgTable('posts', { id: pg.integer('id').primaryKey(), title: pg.text('title'), ...extra }),
});

async function columns(table: string) {
  const rows = await sql`
    select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position`;
  return rows.map(({ name }) => name as string);
}

test('tables are created once', async () => {
  expect((await applySchema({ url, schemaModule: posts() })).statements).toHaveLength(1);
  expect(await columns('posts')).toEqual(['id', 'title']);
  expect((await applySchema({ url, schemaModule: posts() })).statements).toEqual([]);
});

test('a new column, table, index and sequence are added, and rows stay', async () => {
  await applySchema({ url, schemaModule: posts() });
  await sql`insert into posts values (1, 'kept')`;
  const schemaModule = {
    posts: pg.pgTable(
      'posts',
      { id: pg.integer('id').primaryKey(), title: pg.text('title'), rating: pg.integer('rating') },
      (t) => [pg.index('posts_rating').on(t.rating)],
    ),
    tags: pg.pgTable('tags', { id: pg.integer('id').primaryKey() }),
    ids: pg.pgSequence('ids'),
  };
  await applySchema({ url, schemaModule });
  expect(await sql`select * from posts`).toEqual([{ id: 1, title: 'kept', rating: null }]);
  expect(await sql`select nextval('ids')::int as n`).toEqual([{ n: 1 }]);
  expect(await columns('tags')).toEqual(['id']);
});

test('what would lose data is refused, all of it named, and nothing is changed', async () => {
  await applySchema({ url, schemaModule: { ...posts({ a: pg.integer('a'), b: pg.text('b') }), ...tags() } });
  await expect(applySchema({ url, schemaModule: posts({ a: pg.text('a'), c: pg.text('c') }) })).rejects.toThrow(
    [
      'column posts.a would change from integer to text',
      'column posts.b would be dropped',
      'table tags would be dropped',
    ]
      .map((loss) => `  - ${loss}\n`)
      .join(''),
  );
  expect(await columns('posts')).toEqual(['id', 'title', 'a', 'b']);
});

test('a change that the data does not allow is rolled back whole', async () => {
  await applySchema({ url, schemaModule: posts() });
  await sql`insert into posts values (1, 'same'), (2, 'same')`;
  const schemaModule = {
    posts: pg.pgTable(
      'posts',
      { id: pg.integer('id').primaryKey(), title: pg.text('title'), added: pg.text('added') },
      (t) => [pg.uniqueIndex('posts_title').on(t.title)],
    ),
  };
  await expect(applySchema({ url, schemaModule })).rejects.toThrow(/refused a change.*could not create unique index/);
  expect(await columns('posts')).toEqual(['id', 'title']);
});

test('tables that are not ours are left alone', async () => {
  await sql`create table theirs (n int)`;
  await applySchema({ url, schemaModule: posts() });
  await applySchema({ url, schemaModule: posts({ more: pg.text('more') }) });
  expect(await columns('theirs')).toEqual(['n']);
});

test('names that PostgreSQL would cut to the same 63 bytes stay apart', async () => {
  const table = `long_${'x'.repeat(56)}`;
  const targets = pg.pgTable('targets', { id: pg.integer('id').primaryKey() });
  const schemaModule = {
    targets,
    long: pg.pgTable(table, {
      id: pg.integer('id').primaryKey(),
      first: pg.integer('first').references(() => targets.id),
      second: pg.integer('second').references(() => targets.id),
    }),
  };
  await applySchema({ url, schemaModule });
  expect(await sql`select count(*)::int as n from pg_constraint where contype = 'f'`).toEqual([{ n: 2 }]);
  expect((await applySchema({ url, schemaModule })).statements).toEqual([]);
});

test('two processes that apply at the same moment agree', async () => {
  const results = await Promise.all([1, 2, 3].map(() => applySchema({ url, schemaModule: posts() })));
  expect(results.map(({ statements }) => statements.length).sort()).toEqual([0, 0, 1]);
});

test('a database that is not there is named without its password', async () => {
  const missing = server.url.replace(/:\d+\//, ':1/');
  const message = await applySchema({ url: missing, schemaModule: posts() }).catch((error: Error) => error.message);
  expect(message).toBe('There is no database at 127.0.0.1:1 (ECONNREFUSED).');
});

function tags() {
  return { tags: pg.pgTable('tags', { id: pg.integer('id').primaryKey() }) };
}
