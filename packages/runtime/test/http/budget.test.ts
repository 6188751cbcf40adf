import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Server, serve } from '../../src/node.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { openPatient } from '../harness/patient-database.js';

let test: TestDatabase;
let site: Site;
let server: Server;
/** Another session of the same database, because that of the test holds the lock. */
let watcher: postgres.Sql;

beforeAll(async () => {
  test = await createTestDatabase(conformance, { connections: 4 });
  watcher = postgres(test.url, { max: 1, onnotice: () => undefined });
  site = await openSite({ users: { rateLimit: false, trustedProxies: 1 } }, test);
  server = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await watcher.end();
  await test.close();
});

/** While the lock is held, every request that reads or writes tags waits inside the database. */
beforeEach(async () => {
  await test.rows('begin');
  await test.rows('lock table tags in access exclusive mode');
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  await test.rows('rollback');
});

/** Requests of the test under way. */
const open: ClientRequest[] = [];

interface Sent {
  readonly status: Promise<number | undefined>;
  destroy(): void;
}

function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
  url = server.url,
): Sent {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: false });
  const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...type } });
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
    sent.on('error', () => resolve(undefined));
  });
  open.push(sent);
  sent.end(text);
  return { status, destroy: () => void sent.destroy() };
}

const from = (address: string) => ({ 'x-forwarded-for': address });
const token = { authorization: `Bearer ${FULL}` };

/** Sooner than any other limit. */
const SOON = { timeout: 60_000 };

/** Statements that wait for the lock. */
const blocked = async () =>
  (
    await watcher<{ n: number }[]>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
  )[0]?.n;

describe('a client that has gone', () => {
  it('takes its statement with it: reads, and the reads that wait behind them', async () => {
    const sent = Array.from({ length: 12 }, () => send('GET', '/api/tags', from('10.0.0.1')));
    await expect.poll(blocked, SOON).toBe(4);
    // By then the statements run for longer than brief ones; they may run for longer still.
    await sleep(150);
    for (const one of sent) one.destroy();
    await expect.poll(blocked, SOON).toBe(0);
    expect(await send('GET', '/api/articles', from('10.0.0.1')).status).toBe(200);
  });

  it('takes its write with it, and nothing is written', async () => {
    const bodies = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ data: { name: `gone ${name}` } }));
    const sent = bodies.map((body) => send('POST', '/api/tags', token, body));
    await expect.poll(blocked, SOON).toBeGreaterThan(0);
    // By then the statements run for longer than brief ones; they may run for longer still.
    await sleep(150);
    for (const one of sent) one.destroy();
    await expect.poll(blocked, SOON).toBe(0);
    await test.rows('rollback');
    expect(await watcher`select name from tags where name like 'gone%'`).toEqual([]);
    expect(await send('POST', '/api/tags', token, { data: { name: 'here' } }).status).toBe(201);
  });

  it('leaves the answers of others as they are', async () => {
    const stays = send('GET', '/api/tags', from('10.0.0.1'));
    const goes = send('GET', '/api/tags', from('10.0.0.1'));
    await expect.poll(blocked, SOON).toBe(2);
    // By then the statements run for longer than brief ones; they may run for longer still.
    await sleep(150);
    goes.destroy();
    await expect.poll(blocked, SOON).toBe(1);
    await test.rows('rollback');
    expect(await stays.status).toBe(200);
  });
});

describe('sixteen slow requests of one caller', () => {
  const slow = async (headers: Record<string, string>) => {
    const sent = Array.from({ length: 16 }, () => send('GET', '/api/tags', headers));
    await expect.poll(blocked, SOON).toBe(4);
    return sent;
  };

  it.each([
    ['another address', from('10.0.0.2')],
    ['a token at the same address', { ...from('10.0.0.1'), ...token }],
    ['the same caller', from('10.0.0.1')],
  ])('do not keep a plain read of %s waiting', async (_who, headers) => {
    await slow(from('10.0.0.1'));
    // The slow requests cannot end before the lock does.
    for (let time = 0; time < 3; time++) expect(await send('GET', '/api/articles', headers).status).toBe(200);
    // A request that made room begins again.
    await expect.poll(blocked, SOON).toBeGreaterThan(0);
  });

  it('do not keep a check of readiness waiting, nor a write', async () => {
    await slow(from('10.0.0.1'));
    // Its patience is short, and the machine may be busy.
    await expect.poll(() => send('GET', '/_ready').status).toBe(204);
    const body = { data: { title: 'meanwhile' } };
    expect(await send('POST', '/api/articles', { ...token, ...from('10.0.0.3') }, body).status).toBe(201);
  });

  it('may use all connections, and all are answered when the server can', async () => {
    const sent = await slow(from('10.0.0.1'));
    // By then the pool knows that they are slow; they may wait for longer.
    await sleep(600);
    await expect.poll(blocked, SOON).toBe(4);
    await test.rows('rollback');
    expect(await Promise.all(sent.map(({ status }) => status))).toEqual(sent.map(() => 200));
  });
});

describe('many clients', () => {
  it('with one slow request each do not keep a plain read waiting', async () => {
    for (let n = 0; n < 30; n++) send('GET', '/api/tags', from(`10.0.1.${n}`));
    await expect.poll(blocked, SOON).toBe(4);
    expect(await send('GET', '/api/articles', from('10.0.2.1')).status).toBe(200);
    await expect.poll(blocked, SOON).toBeGreaterThan(0);
  });

  it('are all answered, however many requests one of them sends', async () => {
    const many = Array.from({ length: 40 }, () => send('GET', '/api/tags', from('10.0.0.1')));
    const others = Array.from({ length: 10 }, (_, n) => send('GET', '/api/tags?sort=name', from(`10.0.1.${n}`)));
    await expect.poll(blocked, SOON).toBe(4);
    // By then the pool knows that they are slow; they may wait for longer.
    await sleep(400);
    await test.rows('rollback');
    const sent = [...many, ...others];
    expect(await Promise.all(sent.map(({ status }) => status))).toEqual(sent.map(() => 200));
  });
});

describe('writes of one caller', () => {
  it('leave a connection to others', async () => {
    const body = { data: { name: 'slow' } };
    for (let n = 0; n < 6; n++) send('POST', '/api/tags', from('10.0.0.1'), body);
    await expect.poll(blocked, SOON).toBe(2);
    const other = { data: { title: 'meanwhile' } };
    expect(await send('POST', '/api/articles', from('10.0.0.2'), other).status).toBe(201);
    await expect.poll(blocked, SOON).toBeGreaterThan(0);
  });
});

describe('trustedProxies', () => {
  it('decide whose address counts: without them, a client cannot be many callers', async () => {
    /** When the write of a second address ends, among those of a first one that came before it. */
    const placeWith = async (proxies: number) => {
      // One connection for writes, so that they follow each other.
      const database = openPatient({ url: test.url, connections: 2 });
      const users = { rateLimit: false, trustedProxies: proxies } as const;
      const { app } = await openSite({ users }, { ...test, database });
      const { url, stop } = await serve(app, { port: 0, hostname: '127.0.0.1' });
      const waiting = () => database.usage?.().transactions?.waiting;
      const ended: string[] = [];
      const write = (name: string) => {
        const { status } = send('POST', '/api/tags', from(name), { data: { name } }, url);
        return status.then(() => ended.push(name));
      };
      const first = Array.from({ length: 6 }, () => write('10.0.0.1'));
      await expect.poll(waiting, SOON).toBe(5);
      const second = write('10.0.0.2');
      await expect.poll(waiting, SOON).toBe(6);
      await test.rows('rollback');
      await Promise.all([...first, second]);
      await stop();
      await database.close();
      return ended.indexOf('10.0.0.2');
    };
    expect(await placeWith(0)).toBe(6);
    await test.rows('begin');
    await test.rows('lock table tags in access exclusive mode');
    // A caller of its own goes before the others of the first one.
    expect(await placeWith(1)).toBeLessThan(4);
  });
});

describe('the role public', () => {
  it('has a shorter timeout than others, which is a setting', async () => {
    const { api } = site.content.settings;
    const strict = await openSite({ api: { ...api, rest: { ...api.rest, publicTimeoutMs: 300 } } }, test);
    const order: string[] = [];
    const named = strict.request('GET', '/api/tags', { token: FULL }).then((reply) => {
      order.push('token');
      return reply;
    });
    const anonymous = await strict.request('GET', '/api/tags');
    order.push('public');
    expect([anonymous.status, anonymous.body.error]).toEqual([
      503,
      { status: 503, name: 'ServiceUnavailableError', message: 'The request took too long and was cancelled' },
    ]);
    await test.rows('rollback');
    expect((await named).status).toBe(200);
    expect(order).toEqual(['public', 'token']);
  });
});
