import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blocksOf } from '../../../cli/test/docs-page.js';
import { type Server, serve } from '../../src/node.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { skipTimers } from '../harness/clock.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createTestDatabase } from '../harness/database.js';
import { openPatient } from '../harness/patient-database.js';
import { requestTo } from '../harness/request.js';

let site: Site;
let server: Server;
beforeAll(async () => {
  site = await openSite();
  server = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

/** The status of the answer to bytes that no HTTP client would send. */
async function statusOf(request: string, { url } = server): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return Number((await text(socket)).split(' ')[1]);
}

/** Checks of readiness do not wait for long, and the machine may be busy, so tests ask until the answer is right. */
describe('a health check', () => {
  it.each(['/_health', '/_ready', '/_ready?by=balancer'])(
    'of %s needs no Host header, and may be HTTP/1.0',
    async (path) => {
      for (const request of [
        `GET ${path} HTTP/1.0\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
        `HEAD ${path} HTTP/1.0\r\n\r\n`,
      ])
        await expect.poll(() => statusOf(request)).toBe(204);
    },
  );

  it.each(['/api/tags', '/_healthy', '/'])('is no excuse for %s, which needs a Host header', async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toBe(400);
  });

  it('of the process succeeds while no database answers, and that of readiness does not', async () => {
    const fails = () => Promise.reject(new Error('on purpose'));
    const { app } = createApp(conformance, { ...site.test.database, rows: fails, raw: fails });
    expect((await app.request('/_health')).status).toBe(204);
    expect((await app.request('/_ready')).status).toBe(503);
  });

  it('does not wait for a locked table', async () => {
    const other = openPatient({ url: site.test.url, connections: 2 });
    await other.transaction(async (transaction) => {
      await transaction.rows('lock table tags in access exclusive mode');
      const { app } = createApp(conformance, site.test.database);
      await expect.poll(async () => (await app.request('/_ready')).status).toBe(204);
    });
    await other.close();
  });
});

const local = { address: '127.0.0.1' };
const elsewhere = { address: '203.0.113.7' };
const primary = { reachable: true, role: 'primary', writable: true, lagSeconds: null, missingColumns: 0 };
/** Of a pool that nothing uses. */
const idle = (limit: number, reserved: number, open = 1) => ({
  limit,
  reserved,
  open,
  connected: open,
  busy: 0,
  waiting: 0,
  refused: 0,
  repeated: 0,
});

/** The answer that the documentation shows. */
const shown = blocksOf('docs/deployment.md').find(({ info }) => info === 'json')?.code;

/** The names in an answer, without its values. */
function keysOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]));
}

const trusting = { settings: { observe: { trustLocal: true } } };

describe('a server that is ready', () => {
  it('tells holders of a token about its database and its connections, and its own machine if it trusts that', async () => {
    const database = openPatient({ url: site.test.url, connections: 4 });
    const { app } = createApp(conformance, database, trusting);
    const ready = (options: object) => requestTo(app, 'GET', '/_ready', options);
    const pools = { statements: idle(4, 2), transactions: idle(2, 1) };
    const answer = async () => {
      const { status, body, headers } = await ready(local);
      return [status, headers.get('cache-control'), body];
    };
    const body = { data: { database: primary, pools } };
    await expect.poll(answer).toEqual([200, 'no-store', body]);
    expect(keysOf(body)).toEqual(keysOf(JSON.parse(shown ?? '')));
    await expect.poll(async () => (await ready({ ...elsewhere, token: FULL })).body.data?.database).toEqual(primary);
    const { app: plain } = createApp(conformance, database);
    await expect.poll(async () => requestTo(plain, 'GET', '/_ready', local)).toMatchObject({ status: 204, text: '' });
    for (const options of [elsewhere, { ...elsewhere, token: 'wrong' }, {}]) {
      await expect.poll(async () => ready(options)).toMatchObject({ status: 204, text: '' });
    }
    await database.close();
  });

  it('is still ready while all of its connections are busy and requests wait, and has its metrics', async () => {
    const database = openPatient({ url: site.test.url, connections: 2 });
    const { app } = createApp(conformance, database, { settings: { observe: { metrics: true, trustLocal: true } } });
    const other = openPatient({ url: site.test.url, connections: 2 });
    const { replies } = await other.transaction(async (transaction) => {
      await transaction.rows('lock table tags in access exclusive mode');
      // Without a token to look up, no connection has answered before.
      const stuck = Array.from({ length: 9 }, () => requestTo(app, 'GET', '/api/tags', local));
      const writes = Array.from({ length: 3 }, (_, n) =>
        requestTo(app, 'POST', '/api/tags', { ...local, body: { data: { name: `Waiting ${n}` } } }),
      );
      await expect
        .poll(() => database.usage?.())
        .toMatchObject({
          statements: { limit: 2, connected: 2, busy: 2, waiting: 7 },
          transactions: { limit: 1, connected: 1, busy: 1, waiting: 2 },
        });
      const ready = (from: object) => requestTo(app, 'GET', '/_ready', from);
      const pools = { statements: { limit: 2, busy: 2 } };
      await expect.poll(() => ready(local)).toMatchObject({ status: 200, body: { data: { pools } } });
      await expect.poll(async () => (await ready(elsewhere)).status).toBe(204);
      const { text: metrics } = await requestTo(app, 'GET', '/_metrics', local);
      expect(metrics).toContain('content_gen_database_up 1\n');
      expect(metrics).toMatch(/^content_gen_pool_waiting\{pool="statements"\} [1-9]/m);
      return { replies: [...stuck, ...writes] };
    });
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(9).fill(200), ...Array(3).fill(201)]);
    await database.close();
    await other.close();
  });
});

describe('a server whose database has a full disk', () => {
  it('is ready, because it reads, and says that it does not write', async () => {
    const database = openPatient({ url: site.test.url, connections: 2 });
    const { app } = createApp(conformance, database, { settings: { observe: { metrics: true, trustLocal: true } } });
    const full = `create function fill_disk() returns trigger language plpgsql as
      'begin raise exception ''on purpose'' using errcode = ''53100''; end'`;
    await site.test.rows(full);
    await site.test.rows(`create trigger fill_disk before insert on tags execute function fill_disk()`);
    const written = await requestTo(app, 'POST', '/api/tags', { ...local, body: { data: { name: 'No room' } } });
    await site.test.rows('drop function fill_disk cascade');
    expect(written).toMatchObject({ status: 503, body: { error: { message: expect.stringContaining('no room') } } });
    const degraded = ['The database has no room left on its disk, so it refuses writes'];
    const ready = (from: object) => requestTo(app, 'GET', '/_ready', from);
    const data = { degraded, database: { reachable: true, writable: false } };
    await expect.poll(() => ready(local)).toMatchObject({ status: 200, body: { data } });
    await expect.poll(async () => (await ready(elsewhere)).status).toBe(204);
    expect((await requestTo(app, 'GET', '/api/tags', local)).status).toBe(200);
    expect((await requestTo(app, 'GET', '/_metrics', local)).text).toContain('content_gen_disk_full_total 1\n');
    await database.close();
  });
});

describe('a server that is not ready', () => {
  const ask = async (at: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${at}/_ready`, { headers });
    return { status: answer.status, error: ((await answer.json()) as { error: object }).error };
  };
  const refusal = { status: 503, name: 'ServiceUnavailableError', message: 'Not ready' };
  const because = (reason: unknown, database: object) => ({
    status: 503,
    error: {
      ...refusal,
      details: { reasons: [reason], database: { ...primary, ...database }, pools: expect.anything() },
    },
  });

  it('names a missing column to a trusted machine and to holders of a token, and to no other client', async () => {
    await site.test.database.rows('alter table tags rename column name to label');
    const fresh = createApp(conformance, site.test.database, trusting);
    const unready = await serve(fresh.app, { port: 0, hostname: '127.0.0.1' });
    const reason = 'The database lacks tags.name. Apply the migrations of this version';
    await expect.poll(() => ask(unready.url)).toEqual(because(reason, { missingColumns: 1 }));
    const behindProxy = { 'x-forwarded-for': '203.0.113.7' };
    expect(await ask(unready.url, behindProxy)).toEqual({ status: 503, error: refusal });
    const wrong = { ...behindProxy, authorization: 'Bearer wrong' };
    expect(await ask(unready.url, wrong)).toEqual({ status: 503, error: refusal });
    await unready.stop();

    const withToken = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
    const token = { ...behindProxy, authorization: `Bearer ${FULL}` };
    await expect.poll(() => ask(withToken.url, token)).toEqual(because(reason, { missingColumns: 1 }));
    await withToken.stop();
    await site.test.database.rows('alter table tags rename column label to name');
    const { app } = createApp(conformance, site.test.database);
    await expect.poll(async () => (await app.request('/_ready')).status).toBe(204);
  });

  it('says that its database refuses writes', async () => {
    const test = await createTestDatabase(conformance);
    await test.database.rows(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`);
    const database = openPatient({ url: test.url, connections: 1 });
    const { app } = createApp(conformance, database, trusting);
    const unready = await serve(app, { port: 0, hostname: '127.0.0.1' });
    await expect.poll(() => ask(unready.url)).toEqual(because('The database is read-only', { writable: false }));
    await unready.stop();
    await database.close();
    await test.close();
  });

  it('because its role may open no more connections says so, and is ready when it may again', async () => {
    const test = await createTestDatabase(conformance);
    const url = new URL(test.url);
    [url.username, url.password] = ['few', 'secret'];
    await test.rows(`create role few login superuser password 'secret'`);
    const database = openPatient({ url: url.href, connections: 4 });
    const { app } = createApp(conformance, database, trusting);
    const ready = () => requestTo(app, 'GET', '/_ready', local);
    await expect.poll(async () => (await ready()).status).toBe(200);
    await test.rows('alter role few nosuperuser connection limit 1');
    await test.rows(`grant all on all tables in schema public to few`);
    // The connection for health checks stays, as it does when others take all that the database has.
    await test.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'few' and query not like '%pg_is_in_recovery%'`);
    const reasons = async () => (await ready()).body.error?.details.reasons;
    await expect.poll(reasons).toEqual(['The database accepts no connections for requests']);
    expect((await requestTo(app, 'GET', '/_ready', elsewhere)).body.error).toEqual(refusal);
    expect((await requestTo(app, 'GET', '/_health', elsewhere)).status).toBe(204);
    await test.rows('alter role few connection limit -1');
    await expect.poll(async () => (await ready()).status).toBe(200);
    await database.close();
    await test.close();
    await site.test.rows('drop role few');
  });

  it('because it stops still answers, closes each connection after its answer, and then ends', async () => {
    const stopping = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
    const [timers, drainMs] = [skipTimers(), 600_000];
    const stopped = stopping.stop({ drainMs });
    const details = { reasons: ['The server stops'] };
    expect(await ask(stopping.url)).toEqual({ status: 503, error: { ...refusal, details } });
    const answer = await fetch(`${stopping.url}/api/tags`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${stopping.url}/_health`)).status).toBe(204);
    timers.pass(drainMs);
    await stopped;
    await expect(fetch(`${stopping.url}/_health`)).rejects.toThrow();
  });
});
