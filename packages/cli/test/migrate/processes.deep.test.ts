/** Parallel and killed processes of the real command line on a real server. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { bin, definition, run, start } from '../command-line.js';
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

const title = `title: { type: 'string' }`;

/** A site with articles and a pending migration: an index, which is built outside the transaction. */
async function prepared() {
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  await site.write({ 'content/article.ts': definition('article', [title]) });
  expect((await site.migrate('init')).code).toBe(0);
  await sql`insert into cg_documents (id, type) select 'd' || n, 'article' from generate_series(1, 500) n`;
  await sql`insert into articles (document_id, cg_status, title) select 'd' || n, 'published', 't' || n from generate_series(1, 500) n`;
  await site.write({ 'content/article.ts': definition('article', [`title: { type: 'string', unique: true }`]) });
  expect((await site.cli('migrate', 'create', 'unique')).code).toBe(0);
}

const migrate = (...args: readonly string[]) =>
  run(process.execPath, [bin, 'migrate', ...args], site.root, { DATABASE_URL: site.url });

async function until(what: () => Promise<readonly unknown[]>): Promise<void> {
  while ((await what()).length === 0) await sleep(20);
}

const running = (pattern: string) =>
  sql<
    { pid: number }[]
  >`select pid from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query like ${pattern} and datname = current_database()`;

/** A migration that changes rows and waits at a gate, for as long as it needs: `migrate` gives up other locks soon. */
const gated = `update articles set title = title || '!';
set local lock_timeout = 0;
select pg_advisory_xact_lock(1);
`;
const atGate = '%pg_advisory_xact_lock(1)%';

/** Runs a statement in a transaction that stays open until the result is called. */
async function holding(statement: string): Promise<() => Promise<void>> {
  const blocker = await sql.reserve();
  await blocker`begin`;
  await blocker.unsafe(statement);
  return async () => {
    await blocker`rollback`;
    blocker.release();
  };
}
const closeGate = () => holding('select pg_advisory_xact_lock(1)');
/** An index build waits for the transaction of this statement. */
const blockIndexBuild = () => holding('update articles set title = title where id = 1');

test('two simultaneous applies run a migration once', async () => {
  await prepared();
  const outcomes = await Promise.all([1, 2, 3].map(() => migrate('apply')));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: '' });
  const applied = outcomes.filter(({ stdout }) => stdout.startsWith('applied'));
  expect(applied).toHaveLength(1);
  expect(await migrate('status')).toMatchObject({ code: 0 });
});

test('a kill in the transaction leaves nothing, and the next run does everything', async () => {
  await prepared();
  await writeFile(join(site.root, 'migrations', '99990101T000000_slow.sql'), gated);
  const openGate = await closeGate();
  const child = start(process.execPath, [bin, 'migrate', 'apply'], site.root, { DATABASE_URL: site.url });
  const exited = once(child, 'exit');
  await until(() => running(atGate));
  child.kill('SIGKILL');
  await exited;
  await openGate();
  // The session ends when it cannot answer.
  await until(() => sql`select 1 where not exists (${running(atGate)})`);
  const marked = () => sql`select 1 from articles where title like '%!'`;
  expect(await marked()).toHaveLength(0);

  expect(await migrate('apply')).toMatchObject({ code: 0, stdout: 'applied  99990101T000000_slow\n' });
  expect(await marked()).toHaveLength(500);
  expect(await sql`select 1 from articles where title like '%!!'`).toHaveLength(0);
  expect(await migrate('status')).toMatchObject({ code: 0 });
});

test('after a kill during an index build, the next run drops the invalid index and builds it again', async () => {
  await prepared();
  const goOn = await blockIndexBuild();
  const child = start(process.execPath, [bin, 'migrate', 'apply'], site.root, { DATABASE_URL: site.url });
  const exited = once(child, 'exit');
  const building = () =>
    sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'CREATE UNIQUE INDEX CONCURRENTLY%' and datname = current_database()`;
  await until(building);
  child.kill('SIGKILL');
  await exited;
  const [backend] = await building();
  await sql`select pg_terminate_backend(${backend!['pid'] as number})`;
  await goOn();
  await until(() => sql`select 1 where not exists (${running('CREATE UNIQUE INDEX%')})`);
  expect(await sql`select 1 from pg_index where not indisvalid`).toHaveLength(1);

  const status = await migrate('status');
  expect(status).toMatchObject({ code: 2, stdout: expect.stringMatching(/unfinished {2}\d+T\d+_unique\n/) });
  expect(status.stdout).toMatch(/drifted .*its build did not finish/);
  expect(await migrate('apply')).toMatchObject({ code: 0, stderr: '' });
  expect(await migrate('status')).toMatchObject({ code: 0 });
  expect(await sql`select 1 from pg_index where not indisvalid`).toHaveLength(0);
});

test('without DATABASE_URL, migrate uses the embedded database', async () => {
  await prepared();
  const { DATABASE_URL: _, ...env } = process.env;
  const own = (...args: readonly string[]) =>
    run('env', ['-u', 'DATABASE_URL', process.execPath, bin, 'migrate', ...args], site.root, env);
  expect(await own('apply')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/_init\napplied {2}.*_unique\n$/),
  });
  expect(await own('status')).toMatchObject({ code: 0 });
  expect(await migrate('status')).toMatchObject({ code: 2 });
});

const lost = 'The connection to the database was lost. Run the command again: it continues where this run has ended.';
/** Stages of a migration in which a session is ended: a pattern of the statement that it runs. */
const stages = [
  ['in the transaction', atGate, 'slow'],
  ['in an index build', 'CREATE UNIQUE INDEX CONCURRENTLY%', 'unique'],
] as const;

test.each(stages)('a connection that is lost %s is one message, and the next run continues', async (_, pattern, at) => {
  await prepared();
  if (at === 'slow') await writeFile(join(site.root, 'migrations', '20200101T000000_slow.sql'), gated);
  const goOn = await (at === 'slow' ? closeGate() : blockIndexBuild());
  const apply = migrate('apply', '--json');
  await until(() => running(pattern));
  for (const { pid } of await running(pattern)) await sql`select pg_terminate_backend(${pid})`;
  const { code, stdout, stderr } = await apply;
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ command: 'migrate apply', ok: false, message: lost });
  await goOn();
  expect(await migrate('apply')).toMatchObject({ code: 0, stderr: '' });
  expect(await migrate('status')).toMatchObject({ code: 0 });
});
