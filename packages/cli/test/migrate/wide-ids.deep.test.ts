/** Tables with 32-bit row ids that get 64 bits while the application runs. */
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bin, definition, start } from '../command-line.js';
import type { TestServer } from './server.js';
import { type Site, siteWithDatabase } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  ({ server, site, sql } = await siteWithDatabase());
  await site.write({
    'content/article.ts': definition('article', [
      `title: { type: 'string', unique: true }`,
      `cover: { type: 'media' }`,
      `gallery: { type: 'media', multiple: true }`,
      `tags: { type: 'relation', relation: 'manyToMany', target: 'tag' }`,
    ]),
    'content/tag.ts': definition('tag', [`name: { type: 'string' }`]),
  });
  expect(await site.cli('migrate', 'create', 'init')).toMatchObject({ code: 0 });
  await narrowFiles(join(site.root, 'migrations'));
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  await site.start();
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

/** The migration that an earlier release wrote. */
async function narrowFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const parts = text.split(/(?=^CREATE TABLE|^ {2}"public\.)/m);
    const narrow = parts.map((part) =>
      /^(CREATE TABLE | {2}")"?(public\.)?cg_totals"/.test(part)
        ? part
        : part
            .replaceAll(/(^\t"\w+" |"type":")bigint/gm, '$1integer')
            .replaceAll(/(IDENTITY[^)]*|"identity":[^}]*)9223372036854775807/g, '$12147483647'),
    );
    await writeFile(path, narrow.join(''));
  }
}

const narrow = async () =>
  (
    await sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and udt_name in ('int4', '_int4')
      and column_name in ('id', 'source_id', 'cover', 'gallery') order by 1`
  ).map(({ name }) => String(name));

const migrate = (...args: readonly string[]) =>
  start(process.execPath, [bin, 'migrate', ...args], site.root, { DATABASE_URL: site.url });

test('ids are copied while the application writes, a killed run continues, and the columns are exchanged', async () => {
  expect(await narrow()).toContain('articles.id');
  const tag = (await site.api('POST', '/tags', { name: 'one' })).data.documentId as string;
  const first = (await site.api('POST', '/articles', { title: 'first', tags: [tag] })).data;
  await sql`insert into cg_documents (id, type) select 'd' || n, 'article' from generate_series(1, 12000) n`;
  await sql`insert into articles (document_id, cg_status, title, gallery)
    select 'd' || n, 'published', 't' || n, array[n, n + 1] from generate_series(1, 12000) n`;
  await sql`insert into articles_tags (source_id, target_id, rank) select id, ${tag}, 'a' || id from articles where title like 't%'`;
  const before = await sql`select id, document_id, gallery from articles order by id`;

  const created = await site.cli('migrate', 'create', '--wide-ids');
  expect(created, created.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/_wide-ids-copy\.sql\nmigrations\/\d+T\d+_wide-ids-swap\.sql\n$/),
  });

  // The copy waits at its last row, and is killed. No lock of the table stops the statements before it.
  await sql`create function stop() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end'`;
  await sql`create trigger stop before update on articles for each row when (old.document_id = 'd12000') execute function stop()`;
  const blocker = await sql.reserve();
  await blocker`select pg_advisory_lock(1)`;
  const child = migrate('apply');
  const exited = once(child, 'exit');
  const waiting = () => sql<{ pid: number }[]>`select pid from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like 'DO %cg_wide_%'`;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  while ((await waiting()).length === 0) {
    expect(child.exitCode, said).toBeNull();
    await sleep(20);
  }
  child.kill('SIGKILL');
  await exited;
  for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`;
  await blocker`select pg_advisory_unlock(1)`;
  blocker.release();
  const [copied] = await sql<{ n: number; rest: number }[]>`
    select count(cg_wide_id)::int as n, count(*) filter (where cg_wide_id is null)::int as rest from articles`;
  expect(copied?.n).toBeGreaterThan(0);
  expect(copied?.rest).toBeGreaterThan(0);
  expect((await site.cli('migrate', 'status')).stdout).toMatch(
    /unfinished {2}\d+T\d+_wide-ids-copy\npending .*wide-ids-swap/,
  );

  // The next run continues, while the application reads and writes.
  const written: string[] = [];
  let isOver = false;
  const writer = (async () => {
    for (let n = 0; !isOver; n++) {
      written.push((await site.api('POST', '/articles', { title: `during ${n}`, tags: [tag] })).data.documentId);
      await site.api('PUT', `/articles/d${n + 1}`, { title: `changed ${n}` });
      await site.api('GET', '/articles?populate=tags&pagination[pageSize]=3');
    }
  })();
  const again = migrate('apply');
  const [code] = await once(again, 'exit');
  isOver = true;
  await writer;
  expect(code).toBe(0);

  expect(await narrow()).toEqual([]);
  expect(await site.cli('migrate', 'status')).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining('drifted'),
  });
  const after =
    await sql`select id, document_id, gallery from articles where document_id = any(${before.map((row) => String(row['document_id']))}) order by id`;
  const plain = (rows: readonly postgres.Row[]) =>
    rows.map((row) => `${row['document_id']} ${row['id']} ${row['gallery']}`);
  expect(plain(after)).toEqual(plain(before));
  expect((await site.api('GET', `/articles/${first.documentId}?populate=tags`)).data.tags).toMatchObject([
    { name: 'one' },
  ]);
  for (const id of written) expect((await site.api('GET', `/articles/${id}?populate=tags`)).data.tags).toHaveLength(1);

  // Ids go on where they were, also beyond 32 bits, and are numbers.
  const [{ last } = { last: '' }] = await sql<{ last: string }[]>`select max(id)::text as last from articles`;
  const idOf = async (title: string) => {
    const { documentId } = (await site.api('POST', '/articles', { title, tags: [tag] })).data;
    return (await site.api('GET', `/articles/${documentId}`)).data.id as number;
  };
  expect(await idOf('next')).toBe(Number(last) + 1);
  await sql`select setval('articles_id_seq', 3000000000)`;
  expect(await idOf('beyond')).toBe(3_000_000_001);
  await expect(site.api('POST', '/articles', { title: 'beyond' })).rejects.toThrow(/must be unique/);

  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'create', '--wide-ids')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('all row ids have 64 bits'),
  });
});
