import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestServer, startServer } from '../harness/server.js';
import { type Site, openSite } from './site.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await startServer({ durable: true });
  site = await openSite({ server: server.url });
}, 300_000);
afterAll(async () => {
  await site.close();
  await server.stop();
});

const insertTag = `with d as (insert into cg_documents (id, type) values (gen_random_uuid()::text, 'tag') returning id)
  insert into tags (document_id, cg_status) select id, 'published' from d`;

/** On a connection of their own. */
async function run(...statements: readonly string[]): Promise<void> {
  const client = postgres(site.url, { max: 1, onnotice: () => undefined });
  try {
    for (const statement of statements) await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 0 });
  }
}

const sleeping = () =>
  site.test.rows(
    `select 1 from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(600)' and state = 'active'`,
  );

it('a list is read and counted again after PostgreSQL has recovered from the crash of a backend', async () => {
  const total = async () => (await site.get('/api/tags')).body.meta?.pagination.total as number;
  await run(`alter system set wal_writer_delay = '10s'`, 'select pg_reload_conf()', insertTag, 'checkpoint');
  // The number of this transaction is in no log yet, and is given again after the crash.
  await run('begin', insertTag, 'rollback');
  for (let times = 0; times < 3; times++) expect(await total()).toBe(1);

  const [backend] = await site.database.rows<{ pid: number }>('select pg_backend_pid() as pid');
  // PostgreSQL ends all of its backends, before it recovers.
  const other = run('select pg_sleep(600)');
  other.catch(() => undefined);
  await expect.poll(sleeping).toHaveLength(1);
  process.kill(backend!.pid, 'SIGKILL');
  await expect(other).rejects.toThrow();
  await expect.poll(() => run('select 1').then(() => true), { timeout: 120_000 }).toBe(true);
  await run(insertTag);
  expect(await total()).toBe(2);
}, 300_000);
