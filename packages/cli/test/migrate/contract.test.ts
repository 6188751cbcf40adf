/** A database of the first contract: columns of the runtime without its prefix, and 32-bit row ids. */
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { definition } from '../command-line.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
const sites: Site[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));
afterAll(() => server?.stop());

const files = (...more: readonly string[]) => ({
  'content/article.ts': definition('article', [
    `title: { type: 'string', unique: true }`,
    `cover: { type: 'media' }`,
    `author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' }`,
    `editors: { type: 'relation', relation: 'manyToMany', target: 'author' }`,
    ...more,
  ]),
  'content/author.ts': definition('author', [
    `name: { type: 'string' }`,
    `articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' }`,
    `user: { type: 'relation', relation: 'oneToOne', target: 'user' }`,
  ]),
});

/** Content that the code of today wrote, in the tables of the first contract. */
async function formerDatabase() {
  const { url, sql } = await server.database();
  const site = await createSite(url);
  sites.push(site);
  await site.write(files());
  await site.syncSchema();
  await site.start();
  const author = (await site.api('POST', '/authors', { name: 'ann' })).data.documentId as string;
  for (const title of ['a', 'b', 'c']) await site.api('POST', '/articles', { title, author, editors: [author] });
  await site.api('PUT', `/authors/${author}`, { articles: { connect: [] } });
  await makeFormer(sql);
  // Connections remember statements with the types of before.
  await site.start();
  return { site, sql, author };
}

async function makeFormer(sql: postgres.Sql): Promise<void> {
  await sql`drop table cg_totals`;
  await sql`drop function cg_count_rows, cg_move_row, cg_count_none, cg_merge_totals, cg_keep_total cascade`;
  await sql`update cg_schema set snapshot = regexp_replace(snapshot, '\\n  "public.cg_totals": [^\\n]*', '')`;
  for (const table of ['articles', 'authors', 'users', 'cg_roles'])
    await sql.unsafe(`alter table ${table} rename column cg_status to status`);
  await sql`alter table articles rename column cg_author_rank to author_rank`;
  const rows = await sql`
    select table_name as table, column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and udt_name in ('int8', '_int8') and table_name <> 'cg_schema'`;
  for (const { table, column, type } of rows) {
    const narrow = type === 'int8' ? 'integer' : 'integer[]';
    await sql.unsafe(`alter table "${table}" alter column "${column}" type ${narrow}`);
  }
  await sql`update cg_schema set snapshot = regexp_replace(snapshot, 'cg_(status|author_rank)', '\\1', 'g')`;
  await sql`update cg_schema set snapshot = replace(snapshot, 'bigint', 'integer')`;
  await sql`update cg_schema set snapshot = regexp_replace(snapshot, '("identity"[^}]*)9223372036854775807', '\\12147483647', 'g')`;
}

const listed = async (site: Site, author: string) =>
  (await site.api('GET', `/authors/${author}?populate=articles`)).data.articles.map(
    ({ title }: { title: string }) => title,
  );

test('the code of today answers 503 in words until the columns are renamed', async () => {
  const { site, author } = await formerDatabase();
  await expect(site.api('GET', '/articles')).rejects.toThrow(/503 .*another schema.*Apply its migrations/);
  await expect(site.api('POST', '/articles', { title: 'd' })).rejects.toThrow(/503/);

  const statements = await site.syncSchema();
  const [counting, others] = [/cg_totals|cg_keep_total/, statements.map((one) => one.sql)];
  expect(others.filter((sql) => sql.startsWith('SELECT')).sort()).toEqual(
    ['articles', 'authors', 'users'].map((table) => `SELECT cg_keep_total('"${table}"')`),
  );
  expect(others.filter((sql) => !counting.test(sql)).sort()).toEqual([
    'ALTER TABLE "articles" RENAME COLUMN "author_rank" TO "cg_author_rank"',
    ...['articles', 'authors', 'cg_roles', 'users'].map(
      (table) => `ALTER TABLE "${table}" RENAME COLUMN "status" TO "cg_status"`,
    ),
  ]);
  expect(await site.syncSchema()).toEqual([]);
  expect(await listed(site, author)).toEqual(['a', 'b', 'c']);
  expect((await site.api('POST', '/articles', { title: 'd', author, editors: [author] })).data.title).toBe('d');
  expect(await listed(site, author)).toEqual(['a', 'b', 'c', 'd']);
  await expect(site.api('POST', '/articles', { title: 'd' })).rejects.toThrow(/must be unique/);
});

test('status becomes an attribute in the same step, and rows of old tables keep their 32-bit ids', async () => {
  const { site, sql, author } = await formerDatabase();
  await site.write(files(`status: { type: 'string', default: 'open' }`));
  await site.write({ 'content/tag.ts': definition('tag', [`name: { type: 'string' }`]) });
  await site.syncSchema();
  expect(await site.syncSchema()).toEqual([]);
  await site.start();
  expect((await site.api('POST', '/articles', { title: 'd', author })).data.status).toBe('open');
  expect((await site.api('GET', '/articles?filters[status][$null]=true')).meta.pagination.total).toBe(3);

  const types = await sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where (table_name, column_name) in (('articles', 'id'), ('articles', 'cover'), ('articles_editors', 'source_id'), ('tags', 'id'))
    order by 1, 2`;
  expect(types.map(({ table, column, type }) => `${table}.${column} ${type}`)).toEqual([
    'articles.cover integer',
    'articles.id integer',
    'articles_editors.source_id integer',
    'tags.id bigint',
  ]);
  expect((await site.cli('migrate', 'status')).stdout).not.toContain('drifted');
});
