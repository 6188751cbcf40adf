/** A database whose schema serve syncs, together with migrations. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { syncSchema } from '../../src/migrate/sync-schema.js';
import { definition } from '../command-line.js';
import { type TestServer, catalog, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
const sites: Site[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));
afterAll(() => server?.stop());

const title = `title: { type: 'string' }`;
const rating = `rating: { type: 'integer' }`;
const article = (...attributes: readonly string[]) => ({ 'content/article.ts': definition('article', attributes) });

/** A served site with one article. */
async function served(...attributes: readonly string[]) {
  const { url, sql } = await server.database();
  const site = await createSite(url);
  sites.push(site);
  await site.write(article(...attributes));
  await site.syncSchema();
  await sql`insert into cg_documents (id, type) values ('d1', 'article')`;
  await sql`insert into articles (document_id, cg_status, title) values ('d1', 'published', 'kept')`;
  return { site, sql };
}

test('serve adds and renames columns and keeps the rows', async () => {
  const { site, sql } = await served(title);
  expect(await site.syncSchema()).toEqual([]);
  await site.write(article(`headline: { type: 'string', renamedFrom: 'title', unique: true }`, rating));
  const statements = await site.syncSchema();
  expect(statements.filter(({ effect }) => effect === 'loses data')).toEqual([]);
  expect([...(await sql`select headline, rating from articles`)]).toEqual([{ headline: 'kept', rating: null }]);
  expect(await site.syncSchema()).toEqual([]);
});

test('serve says why a new name is none, because it is taken', async () => {
  const { site } = await served(title, rating);
  await site.write(article(`rating: { type: 'string', renamedFrom: 'title' }`));
  await expect(site.syncSchema()).rejects.toThrow(`article.rating has renamedFrom: 'title', but both exist already`);
});

test('old columns of the runtime are renamed, which frees their names', async () => {
  const { site, sql } = await served(title);
  // The column names of the first runtime.
  await sql`alter table articles rename column cg_version to version`;
  await sql`alter table articles rename column cg_diverged to diverged`;
  await sql`update articles set version = 7, diverged = '{title}'`;
  await sql`update cg_schema set snapshot = regexp_replace(snapshot, 'cg_(version|diverged)', '\\1', 'g')`;
  const { columns } = await catalog(sql);

  await site.write(article(title, `version: { type: 'string' }`, `diverged: { type: 'boolean' }`));
  const statements = await site.syncSchema();
  expect(statements.map((one) => one.sql)).toEqual([
    'ALTER TABLE "articles" RENAME COLUMN "version" TO "cg_version"',
    'ALTER TABLE "articles" RENAME COLUMN "diverged" TO "cg_diverged"',
    'ALTER TABLE "articles" ADD COLUMN "version" text',
    'ALTER TABLE "articles" ADD COLUMN "diverged" boolean',
  ]);
  expect([...(await sql`select title, cg_version, cg_diverged, version, diverged from articles`)]).toEqual([
    { title: 'kept', cg_version: 7, cg_diverged: ['title'], version: null, diverged: null },
  ]);
  expect((await catalog(sql)).columns).toHaveLength(columns.length + 2);
  expect(await site.syncSchema()).toEqual([]);

  await site.start();
  const { data } = await site.api('PUT', '/articles/d1', { version: '2.0', diverged: true });
  expect(data).toMatchObject({ title: 'kept', version: '2.0', diverged: true });
  expect((await site.api('GET', '/articles?filters[version]=2.0&sort=diverged')).data).toHaveLength(1);
});

test('a change that loses data is an error with every loss and the commands to run, and changes nothing', async () => {
  const { site, sql } = await served(title, rating);
  await site.write({ 'content/tag.ts': definition('tag', [title]) });
  await site.syncSchema();
  await sql`update articles set rating = 3`;
  await sql`insert into cg_documents (id, type) values ('t1', 'tag')`;
  await sql`insert into tags (document_id, cg_status, title) values ('t1', 'published', 'kept')`;
  const before = await catalog(sql);

  await site.remove('content/tag.ts');
  await site.write(article(title, `more: { type: 'text' }`));
  const message = await site.syncSchema().catch((error: Error) => error.message);
  expect(message).toContain('drops column articles.rating with its content');
  expect(message).toContain('drops table tags with its content');
  expect(message).toContain('content-gen migrate create\n  content-gen migrate apply --allow-data-loss');
  // Only the embedded database offers this.
  expect(message).not.toContain('--fresh');
  expect(await catalog(sql)).toEqual(before);

  expect((await site.cli('migrate', 'create')).code).toBe(0);
  expect((await site.cli('migrate', 'apply')).code).toBe(3);
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  expect(await site.syncSchema()).toEqual([]);
  expect([...(await sql`select title, more from articles`)]).toEqual([{ title: 'kept', more: null }]);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });

  const other = await server.database();
  expect((await site.on(other.url)('migrate', 'apply')).code).toBe(0);
  expect(await catalog(other.sql)).toEqual(await catalog(sql));
});

test('serve drops empty tables and columns', async () => {
  const { site, sql } = await served(title);
  const before = await catalog(sql);
  const tag = `tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles' }`;
  const articles = `articles: { type: 'relation', relation: 'manyToMany', target: 'article', mappedBy: 'tags' }`;
  const branch = { ...article(title, rating, tag), 'content/tag.ts': definition('tag', [title, articles]) };
  const change = async (files: Readonly<Record<string, string>>) => {
    await site.write(files);
    if (!('content/tag.ts' in files)) await site.remove('content/tag.ts');
    return syncSchema(site.url, await site.state(), { isOwn: true });
  };
  await change(branch);
  await change(article(title));
  expect(await catalog(sql)).toEqual(before);

  await change(branch);
  await sql`insert into cg_documents (id, type) values ('t1', 'tag')`;
  await sql`insert into tags (document_id, cg_status, title) values ('t1', 'published', 'kept too')`;
  const message = await change(article(title)).catch((error: Error) => error.message);
  expect(message).toContain('deletes all documents of tag');
  expect(message).toContain('drops table tags');
  expect(message).not.toContain('articles_tags');
  expect(message).not.toContain('rating');
  expect([...(await sql`select title from tags`)]).toEqual([{ title: 'kept too' }]);
});

test('migrations that serve was ahead of do not run again', async () => {
  const { site, sql } = await served(title);
  expect((await site.cli('migrate', 'create')).code).toBe(0);
  await site.write(article(title, rating));
  await site.syncSchema();
  await sql`update articles set rating = 3`;
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 2, stderr: expect.stringContaining('serve has') });

  const refused = await site.cli('migrate', 'apply');
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('"content-gen migrate create"') });
  expect((await site.cli('migrate', 'create', 'rating')).code).toBe(0);
  expect((await site.cli('migrate', 'apply')).stdout).toMatch(/^applied {2}.*_init\napplied {2}.*_rating\n$/);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect([...(await sql`select title, rating from articles`)]).toEqual([{ title: 'kept', rating: 3 }]);
});

test('changes of serve after the last migration are undone by the suggested commands', async () => {
  const { site, sql } = await served(title);
  expect((await site.cli('migrate', 'create')).code).toBe(0);
  expect((await site.cli('migrate', 'apply')).code).toBe(0);
  await site.write({ ...article(title, rating), 'content/tag.ts': definition('tag', [title]) });
  await site.syncSchema();
  await sql`update articles set rating = 3`;
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 2, stderr: expect.not.stringContaining('Clean') });

  await site.remove('content/tag.ts');
  await site.write(article(title));
  await expect(site.syncSchema()).rejects.toThrow('migrate create\n  content-gen migrate apply --allow-data-loss');
  expect((await site.cli('migrate', 'create')).stdout).toContain('Nothing to do');
  // The change stays without --allow-data-loss, because the next migration may contain it.
  expect((await site.cli('migrate', 'apply')).stdout).toContain('Nothing to do');
  await expect(site.syncSchema()).rejects.toThrow('lose data');
  const undone = await site.cli('migrate', 'apply', '--allow-data-loss');
  expect(undone).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^undone {2}\d+ statements: changes of serve/),
  });
  expect(await site.syncSchema()).toEqual([]);
  expect([...(await sql`select title from articles`)]).toEqual([{ title: 'kept' }]);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0, stderr: 'Clean.\n' });
});

test('a change that the data forbids is an error and rolls back completely', async () => {
  const { site, sql } = await served(title);
  await sql`insert into cg_documents (id, type) values ('d2', 'article')`;
  await sql`insert into articles (document_id, cg_status, title) values ('d2', 'published', 'kept')`;
  const before = await catalog(sql);
  await site.write(article(`title: { type: 'string', unique: true }`, rating));
  await expect(site.syncSchema()).rejects.toThrow('articles.title cannot be unique: several rows have kept');
  await site.write(article(`title: { type: 'integer' }`, rating));
  await expect(site.syncSchema()).rejects.toThrow('invalid input syntax for type integer: "kept"');
  expect(await catalog(sql)).toEqual(before);
});

test('a database role without rights gets an explanation', async () => {
  const { url, sql } = await server.database();
  const site = await createSite(url);
  sites.push(site);
  await site.write(article(title));
  // All databases of the server share their roles.
  const username = `${sql.options.database}_visitor`;
  await sql.unsafe(`create role ${username} login password 'visitor'`);
  const address = Object.assign(new URL(url), { username, password: 'visitor' }).href;
  await expect(syncSchema(address, await site.state())).rejects.toThrow(
    /refused the command: permission denied for schema public/,
  );
  expect((await site.cli('migrate', 'create')).code).toBe(0);
  const applied = await site.on(address)('migrate', 'apply');
  expect(applied).toMatchObject({ code: 1, stderr: expect.stringContaining('permission denied') });
});

test('several processes that start together agree on the schema', async () => {
  const { site } = await served(title);
  await site.write(article(title, rating));
  const state = await site.state();
  const counts = (await Promise.all([1, 2, 3].map(() => syncSchema(site.url, state)))).map(({ length }) => length);
  expect(counts.sort()).toEqual([0, 0, 1]);
});

test('names that PostgreSQL would truncate to the same 63 bytes stay different', async () => {
  const { url, sql } = await server.database();
  const site = await createSite(url);
  sites.push(site);
  const long = 'x'.repeat(38);
  const to = (name: string) => `${name}: { type: 'relation', relation: 'manyToOne', target: 'long-${long}' }`;
  await site.write({ 'content/long.ts': definition(`long-${long}`, [title, to('firstOfTwo'), to('firstOfAll')]) });
  await site.syncSchema();
  expect(await site.syncSchema()).toEqual([]);
  const keys = await sql`select 1 from pg_constraint where contype = 'f' and conrelid::regclass::text like 'long_%'`;
  expect(keys).toHaveLength(3);
  expect((await site.cli('migrate', 'status')).stdout).not.toContain('drifted');
});
