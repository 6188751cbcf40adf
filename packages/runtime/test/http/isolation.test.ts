import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Database } from '../../src/database/database.js';
import { serve } from '../../src/node.js';
import { FULL } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { stopClock } from '../harness/clock.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { gateOf } from '../harness/gate.js';
import { type Entry, collectLog } from '../harness/log.js';
import { openPatient } from '../harness/patient-database.js';
import { type Reply, requestTo } from '../harness/request.js';

let test: TestDatabase;
/** Another session that holds locks. */
let holder: postgres.Sql;
/** Of articles. */
let documents: readonly string[];
const opened: Database[] = [];

beforeAll(async () => {
  test = await createTestDatabase(conformance);
  holder = postgres(test.url, { max: 1, onnotice: () => undefined });
  const { write } = siteWith(2);
  const created = await Promise.all(
    Array.from({ length: 8 }, (_, n) => write('POST', '/api/articles', { title: `Article ${n}` })),
  );
  documents = created.map(({ body }) => body.data.documentId as string);
});
afterAll(async () => {
  await holder.end();
  await test.close();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

/** A server with a number of connections for reads, and half as many for writes. */
function siteWith(connections: number) {
  const database = openPatient({ url: test.url, connections });
  opened.push(database);
  const { app } = createApp(conformance, database, { settings: { users: { rateLimit: false } } });
  return {
    app,
    database,
    /** Each client is a caller of its own. */
    read: (path: string, client = 1) => requestTo(app, 'GET', path, { address: `10.0.${client >> 8}.${client & 255}` }),
    /** All writes have one caller, as those of a website have. */
    write: (method: string, path: string, data?: object) =>
      requestTo(app, method, path, { token: FULL, ...(data && { body: { data } }) }),
  };
}

/**
 * Opens all connections. A request that gets a connection first waits until that is open, and a busy machine takes longer
 * for it than for many writes of others, so tests that count turns begin with open connections.
 */
async function openAll({ database }: ReturnType<typeof siteWith>, connections: number): Promise<void> {
  const nap = 'select pg_sleep(0.05)';
  const naps = times(connections, () => [database.rows(nap), database.transaction((one) => one.rows(nap))]);
  await Promise.all(naps.flat());
  const { statements, transactions } = database.usage?.() ?? {};
  expect(statements?.connected).toBe(statements?.limit);
  expect(transactions?.connected).toBe(transactions?.limit);
}

/** Runs work while another session holds a lock. */
async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await holder.unsafe('begin');
  await holder.unsafe(lock);
  try {
    return await work();
  } finally {
    await holder.unsafe('rollback');
  }
}

/** Sessions that wait for a lock. */
const blocked = () => gateOf(test).waiting();

const lockTags = 'lock table tags in access exclusive mode';
const statusOf = async (reply: Promise<Reply>) => (await reply).status;
const statusesOf = (replies: readonly Promise<Reply>[]) => Promise.all(replies.map(statusOf));
/** The errors of updates, so that a test that fails says why they were refused. */
const refusalsOf = async (replies: readonly Promise<Reply>[]) =>
  (await Promise.all(replies)).filter(({ status }) => status !== 200).map(({ body }) => body.error);
const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** The refusals that the server logs from here on, to the end of the test. */
async function refusalsInLog(): Promise<() => readonly Entry[]> {
  // The log counts the refusals of a second; those of an earlier test are no part of this one.
  await sleep(1_100);
  const { entries, stop } = collectLog();
  onTestFinished(stop);
  return () => entries.filter(({ reason }) => reason === 'The server is busy; try again');
}

/** A query with a text of its own, so that each has to be tried before it is known as slow. */
const manyFilters = (count: number) => times(count + 1, (n) => `filters[$and][${n}][name][$ne]=${n}`).join('&');

/** The requests of other types, and of health checks, while one type is locked. */
async function expectOthersServed({ app, read, write }: ReturnType<typeof siteWith>): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const [first = '', second = ''] = documents;
    const reads = [read('/api/articles', 900), read(`/api/articles?sort=title&pagination[start]=${time}`, 901)];
    expect(await statusesOf(reads)).toEqual([200, 200]);
    expect(await statusOf(write('POST', '/api/articles', { title: 'Meanwhile' }))).toBe(201);
    expect(await statusOf(write('PUT', `/api/articles/${first}`, { title: `First ${time}` }))).toBe(200);
    expect(await statusOf(write('PUT', `/api/articles/${second}`, { title: `Second ${time}` }))).toBe(200);
    // Its patience is short, and the machine may be busy.
    await expect.poll(async () => (await app.request('/_ready')).status).toBe(204);
  }
}

describe.each([4, 10])('with %i connections, a locked table', (connections) => {
  it('keeps neither other types nor health checks waiting, however many read and write it', () => {
    const site = siteWith(connections);
    return locked(lockTags, async () => {
      const reads = times(40, (n) => site.read(`/api/tags?${manyFilters(n % 20)}`, n));
      const writes = times(8, (n) => site.write('POST', '/api/tags', { name: `Tag ${connections} ${n}` }));
      await expect.poll(blocked).toBeGreaterThan(connections / 2);
      await expectOthersServed(site);
      await holder.unsafe('rollback');
      expect(await statusesOf(reads)).toEqual(reads.map(() => 200));
      expect(await statusesOf(writes)).toEqual(writes.map(() => 201));
      const [{ n } = { n: 0 }] = await test.rows<{ n: number }>(
        `select count(distinct document_id)::int as n from tags where name like 'Tag ${connections} %'`,
      );
      expect(n).toBe(writes.length);
      expect(await statusOf(site.read('/api/tags'))).toBe(200);
    });
  });

  it('takes reads of one query as slow together, and answers when it is free again', () => {
    const site = siteWith(connections);
    const read = () => requestTo(site.app, 'GET', '/api/tags?sort=name:desc', { token: FULL });
    return locked(lockTags, async () => {
      const reads = times(40, read);
      await expect.poll(blocked).toBe(connections);
      await expectOthersServed(site);
      await holder.unsafe('rollback');
      expect(await statusesOf(reads)).toEqual(reads.map(() => 200));
      expect(await statusOf(read())).toBe(200);
    });
  });
});

describe.each([4, 10])('with %i connections, a locked document', (connections) => {
  it('with many writers does not keep the writers of other documents waiting, and all are answered in the end', () => {
    const site = siteWith(connections);
    const [mine = '', ...others] = documents;
    const lock = `select from cg_documents where id = '${mine}' for update`;
    // A second one stands ready to take over the lock, but not at one of the last connections.
    const most = connections === 4 ? 1 : 2;
    return locked(lock, async () => {
      const stuck = times(6, (n) => site.write('PUT', `/api/articles/${mine}`, { title: `Stuck ${n}` }));
      await expect.poll(blocked).toBeGreaterThan(0);
      for (let time = 0; time < 3; time++) {
        const updates = others.map((id) => site.write('PUT', `/api/articles/${id}`, { title: `Free ${time}` }));
        expect(await statusesOf([...updates, site.write('POST', '/api/tags', { name: 'free' })])).toEqual([
          ...others.map(() => 200),
          201,
        ]);
      }
      // The others wait in the server, and not inside the database.
      await expect.poll(blocked).toBeLessThanOrEqual(most);
      await holder.unsafe('rollback');
      expect(await refusalsOf(stuck)).toEqual([]);
    });
  });

  it('that others refer to keeps only the writes that need it waiting', () => {
    const site = siteWith(connections);
    const target = documents.at(connections === 4 ? 0 : -1) ?? '';
    const others = documents.filter((id) => id !== target);
    const lock = `select from cg_documents where id = '${target}' for update`;
    return locked(lock, async () => {
      const stuck = others
        .slice(0, 4)
        .map((id) => site.write('PUT', `/api/articles/${id}`, { related: { connect: [target] } }));
      await expect.poll(blocked).toBeGreaterThan(0);
      const free = others.slice(4).map((id) => site.write('PUT', `/api/articles/${id}`, { title: 'Free' }));
      expect(await statusesOf(free)).toEqual(free.map(() => 200));
      await holder.unsafe('rollback');
      expect(await refusalsOf(stuck)).toEqual([]);
    });
  });
});

/** Clients that write one document, each one request after the other. */
describe.each([2, 10])('with %i connections, the writers of one document', (connections) => {
  /** Sends `count` requests after each other; `turns` gets the name of the writer for each answer. */
  async function send(site: ReturnType<typeof siteWith>, turns: string[], address: string, count: number) {
    const [id = ''] = documents;
    for (let n = 0; n < count; n++) {
      const body = { data: { title: `${address} ${n}` } };
      expect(await statusOf(requestTo(site.app, 'PUT', `/api/articles/${id}`, { address, body }))).toBe(200);
      turns.push(address);
    }
  }

  /** The most answers that others got while a writer waited for one; all writers begin together. */
  function longestWait(turns: readonly string[], writer: string): number {
    const places = turns.flatMap((name, place) => (name === writer ? [place] : []));
    return Math.max(...places.map((place, n) => place - (places[n - 1] ?? -1) - 1));
  }

  it('take turns: while one of them waits, the others get two answers each at the most', async () => {
    // Whatever the pace of the machine is, no statement counts as slow, which would go behind those of the others.
    stopClock();
    const site = siteWith(connections);
    await openAll(site, connections);
    const writers = times(6, (n) => `10.1.0.${n}`);
    const turns: string[] = [];
    await Promise.all(writers.map((writer) => send(site, turns, writer, 8)));
    for (const writer of writers) expect(longestWait(turns, writer)).toBeLessThanOrEqual(2 * (writers.length - 1));
  });

  it('have a turn after those of other callers, however many requests one of these sends at once', async () => {
    // Callers share the time of the connections, so only a stopped clock makes turns of equal length.
    stopClock();
    const site = siteWith(connections);
    await openAll(site, connections);
    const [busy, calm] = ['10.1.0.1', '10.1.0.2'];
    const turns: string[] = [];
    await Promise.all([...times(12, () => send(site, turns, busy, 5)), send(site, turns, calm, 8)]);
    expect(turns.filter((name) => name === calm)).toHaveLength(8);
    // One has the lock, one is ready to take it over, and others may have come to their turns before it has sent.
    expect(longestWait(turns, calm)).toBeLessThanOrEqual(6);
  });
});

describe('aborted requests', () => {
  it('leave nothing behind that a plain read would wait for', async () => {
    const site = siteWith(4);
    const server = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
    await locked(lockTags, async () => {
      const aborts = times(10, (n) => {
        const abort = new AbortController();
        const url = `${server.url}/api/tags?filters[name][$contains]=${n}`;
        void fetch(url, { signal: abort.signal, headers: { authorization: `Bearer ${FULL}` } }).catch(() => undefined);
        return abort;
      });
      await expect.poll(blocked).toBe(4);
      for (const abort of aborts) abort.abort();
      expect((await fetch(`${server.url}/api/articles`)).status).toBe(200);
      await expect.poll(blocked).toBe(0);
    });
    await server.stop();
  });
});

describe('more requests than can wait', () => {
  it('are refused at once, those of the busiest type and caller first', async () => {
    const site = siteWith(2);
    const read = () => requestTo(site.app, 'GET', '/api/tags', { token: FULL });
    const log = await refusalsInLog();
    await locked(lockTags, async () => {
      const refused: Reply[] = [];
      const reads = times(300, () => read().then((reply) => (reply.status === 503 && refused.push(reply), reply)));
      // 2 run, 200 wait.
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(98);
      for (const { headers, body } of refused) {
        expect(headers.get('retry-after')).toBe('1');
        expect(body.error).toEqual({
          status: 503,
          name: 'ServiceUnavailableError',
          message: 'The server is busy; try again',
        });
      }
      const plain = times(20, (n) => site.read('/api/articles', n));
      expect(await statusesOf(plain)).toEqual(plain.map(() => 200));
      await holder.unsafe('rollback');
      const statuses = await statusesOf(reads);
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
      // The log counts them, in fewer lines than there are requests, and without the stacks of errors.
      const count = statuses.filter((status) => status === 503).length;
      expect(site.database.usage?.()['statements']).toMatchObject({ waiting: 0, refused: count });
      await expect.poll(() => log().reduce((sum, { times: more = 1 }) => sum + Number(more), 0)).toBe(count);
      expect(log().length).toBeLessThan(count / 4);
      expect(log().filter((entry) => 'stack' in entry)).toEqual([]);
    });
    expect(await statusOf(read())).toBe(200);
  });
});

describe('many locked documents', () => {
  it('leave connections to the writers of others, though each has a writer that is ready to follow', () => {
    const site = siteWith(10);
    const stuck = documents.slice(0, 3);
    const free = documents.slice(3);
    const ids = stuck.map((id) => `'${id}'`).join();
    return locked(`select from cg_documents where id in (${ids}) for update`, async () => {
      const writes = stuck.flatMap((id) =>
        times(4, (n) => site.write('PUT', `/api/articles/${id}`, { title: `Stuck ${n}` })),
      );
      await expect.poll(blocked).toBeGreaterThanOrEqual(3);
      const updates = free.map((id) => site.write('PUT', `/api/articles/${id}`, { title: 'Free' }));
      expect(await statusesOf(updates)).toEqual(updates.map(() => 200));
      // Of five connections for writes, the third document found only two, so it has one.
      await expect.poll(blocked).toBeLessThanOrEqual(4);
      await holder.unsafe('rollback');
      expect(await statusesOf(writes)).toEqual(writes.map(() => 200));
    });
  });
});

describe('after a load', () => {
  it('the server has no more connections than it may have, and uses them all again', async () => {
    const site = siteWith(4);
    const reads = await locked(lockTags, async () => {
      const sent = times(30, (n) => site.read(`/api/tags?${manyFilters(n)}`, n));
      await expect.poll(blocked).toBe(4);
      // By then some have made room for others; they may wait for longer.
      await sleep(500);
      return { sent };
    });
    expect(await statusesOf(reads.sent)).toEqual(reads.sent.map(() => 200));
    const sleepers = await Promise.all(
      times(4, () => site.database.rows<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.1)')),
    );
    expect(new Set(sleepers.flat().map(({ pid }) => pid)).size).toBe(4);
  });
});
