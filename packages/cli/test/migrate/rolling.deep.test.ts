/** Releases that replace each other while clients read and write: no request may fail. */
import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { definition } from '../command-line.js';
import type { TestServer } from './server.js';
import { type App, type Site, siteWithDatabase } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;
/** The servers that a load balancer sends requests to. */
const running = new Set<App>();
/** Answers that no client may see. */
const failures: string[] = [];
let isOver = false;
let load: Promise<void>;

beforeAll(async () => {
  ({ server, site, sql } = await siteWithDatabase());
});
afterAll(async () => {
  isOver = true;
  await load;
  for (const app of running) await app.close();
  await site?.close();
  await server?.stop();
});

const article = (...attributes: readonly string[]) =>
  site.write({ 'content/article.ts': definition('article', [`title: { type: 'string' }`, ...attributes]) });
const author = `author: { type: 'string', unique: true }`;
const writer = `writer: { type: 'string', unique: true, renamedFrom: 'author' }`;

async function request(app: App, method: string, path: string, data?: object) {
  const body = data === undefined ? null : JSON.stringify({ data });
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(new Request(`http://localhost/api${path}`, { method, headers, body }));
  const text = await response.text();
  if (response.status >= 500) failures.push(`${method} ${path}: ${response.status} ${text}`);
  return { status: response.status, data: text === '' ? undefined : JSON.parse(text).data };
}

async function keepLoading(): Promise<void> {
  for (let n = 0; !isOver; n++) {
    round = Promise.all([...running].map((app) => loadOne(app, n)));
    await round;
    rounds++;
    await sleep(5);
  }
}
/** The requests under way. */
let round: Promise<unknown>;
let rounds = 0;

/** Waits until clients have sent some more rounds of requests to all servers that run now. */
async function loaded(): Promise<void> {
  const [before, more] = [rounds, 6];
  await expect.poll(() => rounds).toBeGreaterThan(before + more);
}

async function loadOne(app: App, n: number): Promise<void> {
  const { data } = await request(app, 'POST', '/articles', { title: `load ${n}` });
  await request(app, 'GET', '/articles?sort=title&pagination[pageSize]=5');
  await request(app, 'PUT', `/articles/${data?.documentId}`, { title: `changed ${n}` });
  await request(app, 'GET', `/articles/${data?.documentId}`);
}

/** Starts the code of today beside the old one, lets both serve for a while, and stops the old one. */
async function deploy(whileBoth: (old: App, next: App) => Promise<void> = loaded): Promise<void> {
  const next = await site.release();
  const [old] = running;
  running.add(next);
  if (old === undefined) return;
  await whileBoth(old, next);
  running.delete(old);
  await round;
  await old.close();
}

async function migrate(...flags: readonly string[]): Promise<string> {
  const created = await site.cli('migrate', 'create', 'next', ...flags);
  expect(created, created.stderr).toMatchObject({ code: 0 });
  const applied = await site.cli('migrate', 'apply');
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
  return created.stderr;
}

test('an attribute is added, another one renamed and a third dropped under load, without a single 5xx', async () => {
  await article(author, `pages: { type: 'integer' }`);
  await migrate();
  await deploy();
  const [first] = running;
  if (first === undefined) throw new Error('No server runs');
  const old = (await request(first, 'POST', '/articles', { title: 'old', author: 'ann', pages: 3 })).data.documentId;
  load = keepLoading();

  // Adding: the migration first, then the code.
  await article(author, `pages: { type: 'integer' }`, `rating: { type: 'integer' }`);
  await migrate();
  await deploy();

  // Renaming: both names exist while both versions run.
  await article(writer, `pages: { type: 'integer' }`, `rating: { type: 'integer' }`);
  await migrate('--keep-old-names');
  expect((await site.cli('migrate', 'status')).stdout).not.toContain('drifted');
  await deploy(async (before, after) => {
    const read = async (app: App) => (await request(app, 'GET', `/articles/${old}`)).data;
    expect(await read(after)).toMatchObject({ writer: 'ann' });
    await request(before, 'PUT', `/articles/${old}`, { author: 'bob' });
    expect(await read(after)).toMatchObject({ writer: 'bob' });
    await request(after, 'PUT', `/articles/${old}`, { writer: 'cleo' });
    expect(await read(before)).toMatchObject({ author: 'cleo' });
    await request(after, 'PUT', `/articles/${old}`, { title: 'still old' });
    expect(await read(before)).toMatchObject({ author: 'cleo', title: 'still old' });
    await request(before, 'PUT', `/articles/${old}`, { author: null });
    expect(await read(after)).toMatchObject({ writer: null });
    const made = (await request(before, 'POST', '/articles', { title: 'new', author: 'dan' })).data.documentId;
    expect((await request(after, 'GET', `/articles/${made}`)).data).toMatchObject({ writer: 'dan' });
    // Both versions see one unique value.
    expect(await request(after, 'POST', '/articles', { title: 'twice', writer: 'dan' })).toMatchObject({ status: 400 });
    expect(await request(before, 'POST', '/articles', { title: 'twice', author: 'dan' })).toMatchObject({
      status: 400,
    });
  });

  // Once no server knows the old name, the next migration drops it, which loses nothing.
  expect(await migrate()).toContain('locks');
  expect(await sql`select 1 from pg_attribute where attrelid = 'articles'::regclass and attname = 'author'`).toEqual(
    [],
  );
  expect(await sql`select 1 from pg_proc where proname like 'cg_old_names%'`).toEqual([]);

  // Dropping: the code first, then the migration.
  await article(writer, `rating: { type: 'integer' }`);
  await deploy();
  const created = await site.cli('migrate', 'create', 'drop');
  expect(created).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0 });
  await loaded();
  isOver = true;
  await load;
  expect(failures).toEqual([]);
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  const [{ n } = { n: 0 }] = await sql<
    { n: number }[]
  >`select count(*)::int as n from articles where title like 'changed%'`;
  expect(n).toBeGreaterThan(20);
});

test('an old name that cannot be kept is refused in words', async () => {
  await article(`name: { type: 'integer', renamedFrom: 'writer' }`);
  expect(await site.cli('migrate', 'plan', '--keep-old-names')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('articles.writer cannot be kept, because its type changes too'),
  });
  await article(`rating: { type: 'integer' }`);
  expect(await site.cli('migrate', 'plan', '--keep-old-names')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No attribute has a new name'),
  });
});
