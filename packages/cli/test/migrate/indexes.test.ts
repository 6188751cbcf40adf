/** Indexes that definitions declare, in migrations of a database with rows. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => site?.close());
afterAll(() => server?.stop());

const article = (head: string, ...attributes: readonly string[]) =>
  `import { defineContentType } from 'content-gen';
export default defineContentType({ name: 'article', ${head} attributes: { ${attributes.join(', ')} } });
`;

async function withRows(address?: (url: string, sql: postgres.Sql) => Promise<string>) {
  const database = await server.database();
  sql = database.sql;
  site = await createSite(address === undefined ? database.url : await address(database.url, sql));
  const [title, kind] = [`title: { type: 'string' }`, `kind: { type: 'string' }`];
  await site.write({ 'content/article.ts': article('', title, kind, `body: { type: 'text' }`) });
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
  await site.api('POST', '/articles', { title: 'First', kind: 'news', body: 'Ein Bär im Wald' });
}

const indexed = article(
  `indexes: [['kind', 'publishedAt:desc']], search: true,`,
  `title: { type: 'string', index: true }`,
  `kind: { type: 'string', unique: true, index: false }`,
  `body: { type: 'text', index: 'trigram' }`,
);

async function indexNames(): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'articles'::regclass and i.indisvalid order by 1`;
  return rows.map(({ name }) => name);
}

const searching = ['articles__body_trigram', 'articles__kind_trigram', 'articles__title_trigram'];
const others = [
  'articles__created_at',
  'articles__full_text',
  'articles__kind_published_at_desc_index',
  'articles__kind_unique',
  'articles__list',
  'articles__published_at',
  'articles__search_id',
  'articles__title_index',
  'articles__updated_at',
  'articles__version',
  'articles_pkey',
];

test('declared indexes are built concurrently, and only once', async () => {
  await withRows();
  await site.write({ 'content/article.ts': indexed });
  expect(await site.migrate('indexes')).toMatchObject({ code: 0, stderr: '' });
  expect(await indexNames()).toEqual([...searching, ...others].sort());
  const file = readdirSync(join(site.root, 'migrations')).find((name) => name.endsWith('indexes.sql')) ?? '';
  const text = readFileSync(join(site.root, 'migrations', file), 'utf8');
  const statements = text.split(';\n').filter((one) => one.includes('CREATE INDEX'));
  expect(statements).toHaveLength(7);
  for (const one of statements) expect(one).toContain('CREATE INDEX CONCURRENTLY IF NOT EXISTS');
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'create', 'more')).toMatchObject({ stdout: expect.not.stringContaining('.sql') });
});

test('a database without the extension of trigrams gets the other indexes and a line, and searches as before', async () => {
  await withRows(async (url, admin) => {
    const { database } = admin.options;
    await admin.unsafe(`create role ${database} login password 'limited'`);
    await admin.unsafe(`grant create, usage on schema public to ${database}`);
    const limited = new URL(url);
    limited.username = String(database);
    limited.password = 'limited';
    return limited.href;
  });
  await site.write({ 'content/article.ts': indexed });
  const applied = await site.migrate('indexes');
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain('the database has no extension pg_trgm');
  expect(applied.stderr).toContain('CREATE INDEX CONCURRENTLY IF NOT EXISTS "articles__title_trigram"');
  expect(await indexNames()).toEqual(others);
  const status = await site.cli('migrate', 'status');
  expect(status).toMatchObject({ code: 0, stdout: expect.not.stringContaining('drifted') });
  expect(status.stdout).toContain('left out    index articles__title_trigram, because');
  await site.start();
  expect((await site.api('GET', '/articles?_q=bÄR')).data).toHaveLength(1);
});

test('serve builds them too', async () => {
  await withRows();
  await site.write({ 'content/article.ts': indexed });
  await site.syncSchema();
  expect(await indexNames()).toEqual([...searching, ...others].sort());
  expect(await site.syncSchema()).toEqual([]);
});

/** The index of an older runtime, without the status and the locale. */
const inverse = '"articles__author_inverse"';

function asFormer(snapshot: string): string {
  const former = snapshot.replace(
    /"articles__author_owners":(\{"name":)"articles__author_owners"(,"columns":\[(?:\{[^}]*\},?){2}),\{[^}]*\},\{[^}]*\}\]/,
    `${inverse}:$1${inverse}$2]`,
  );
  if (former === snapshot) throw new Error(`Expected the index of owners in ${snapshot}`);
  return former;
}

test('the index of owners is built before that of an older runtime is dropped, and neither blocks writes', async () => {
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  const relation = (rest: string) => `type: 'relation', ${rest}`;
  await site.write({
    'content/article.ts': article(
      '',
      `author: { ${relation(`relation: 'manyToOne', target: 'author', inversedBy: 'articles'`)} }`,
    ),
    'content/author.ts': article(
      '',
      `articles: { ${relation(`relation: 'oneToMany', target: 'article', mappedBy: 'author'`)} }`,
    ).replace(`'article', `, `'author', `),
  });
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
  const author = (await site.api('POST', '/authors', {})).data.documentId;
  for (let n = 0; n < 3; n++) await site.api('POST', '/articles', { author });

  await sql.unsafe(`drop index articles__author_owners`);
  await sql.unsafe(`create index ${inverse} on articles (author, cg_author_rank)`);
  const [row] = await sql<{ snapshot: string }[]>`select snapshot from cg_schema`;
  await sql`update cg_schema set snapshot = ${asFormer(row!.snapshot)}`;
  const folder = join(site.root, 'migrations');
  const [written = ''] = readdirSync(folder).filter((name) => name.endsWith('.snapshot'));
  writeFileSync(join(folder, written), asFormer(readFileSync(join(folder, written), 'utf8')));

  expect(await site.migrate('owners')).toMatchObject({ code: 0, stderr: '' });
  const file = readdirSync(folder).find((name) => name.endsWith('owners.sql')) ?? '';
  const statements = readFileSync(join(folder, file), 'utf8').match(/^(CREATE|DROP) .*$/gm);
  expect(statements).toEqual([
    expect.stringContaining('CREATE INDEX CONCURRENTLY IF NOT EXISTS "articles__author_owners"'),
    `DROP INDEX CONCURRENTLY IF EXISTS ${inverse};`,
  ]);
  expect(await indexNames()).toContain('articles__author_owners');
  expect(await indexNames()).not.toContain('articles__author_inverse');
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  const counted = await site.api('GET', '/authors?populate[articles][count]=true');
  expect(counted.data[0].articles).toEqual({ count: 3 });
});

const tagged = (side: string) =>
  article('', `tags: { type: 'relation', relation: 'manyToMany', target: 'tag'${side} }`);
const tag = (attributes: string) => article('', attributes).replace(`'article', `, `'tag', `);
const oneWay = { 'content/article.ts': tagged(''), 'content/tag.ts': tag(`name: { type: 'string' }`) };
const twoWay = {
  'content/article.ts': tagged(`, inversedBy: 'articles'`),
  'content/tag.ts': tag(
    `name: { type: 'string' }, articles: { type: 'relation', relation: 'manyToMany', target: 'article', mappedBy: 'tags' }`,
  ),
};

test('a relation that loses its other side, and gets it again, keeps links unique and found all the time', async () => {
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  await site.write(twoWay);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
  const tags: string[] = [];
  for (const name of ['a', 'b', 'c']) tags.push((await site.api('POST', '/tags', { name })).data.documentId);
  const { documentId } = (await site.api('POST', '/articles', { tags })).data;
  const folder = join(site.root, 'migrations');
  const statementsOf = (name: string) => {
    const file = readdirSync(folder).find((each) => each.endsWith(`${name}.sql`)) ?? '';
    return readFileSync(join(folder, file), 'utf8').match(/^(CREATE|DROP) .*INDEX.*$/gm);
  };
  const named = async () =>
    (await site.api('GET', `/articles/${documentId}?populate=tags`)).data.tags.map((each: any) => each.name);

  await site.write(oneWay);
  expect(await site.migrate('one-way')).toMatchObject({ code: 0, stderr: '' });
  expect(statementsOf('one-way')).toEqual([
    expect.stringContaining('CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "articles_tags__target"'),
    'DROP INDEX CONCURRENTLY IF EXISTS "articles_tags__link";',
    'DROP INDEX CONCURRENTLY IF EXISTS "articles_tags__owners";',
  ]);
  await site.start();
  await site.api('PUT', `/articles/${documentId}`, { tags: { set: [tags[2], tags[0], tags[1]] } });
  expect(await named()).toEqual(['c', 'a', 'b']);

  await site.write(twoWay);
  expect(await site.migrate('two-way')).toMatchObject({ code: 0, stderr: '' });
  expect(statementsOf('two-way')?.at(-1)).toBe('DROP INDEX CONCURRENTLY IF EXISTS "articles_tags__target";');
  await site.start();
  expect(await named()).toEqual(['c', 'a', 'b']);
  expect((await site.api('GET', '/tags?populate=articles')).data[0].articles).toHaveLength(1);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
});
