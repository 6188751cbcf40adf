import { readFile } from 'node:fs/promises';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PATIENCE_MS } from '../harness/property.js';
import { type TestServer, startServer } from '../harness/server.js';
import { cases } from '../harness/suite.js';
import { type Desk, openDesk } from './desk.js';

/** A server of its own, because the counter of deadlocks belongs to a database and the log to a server. */
let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await startServer();
  // A connection for each of 16 clients, so that the pool takes none back for the sake of others.
  desk = await openDesk({ server: server.url, connections: 32 });
});
afterAll(async () => {
  await desk.close();
  await server.stop();
});

/** The counter of the database is updated late; the log is not. */
async function deadlocks(): Promise<number> {
  const log = await readFile(`${server.folder}.log`, 'utf8');
  return log.split('deadlock detected').length - 1;
}

/** Backends that wait for a lock. */
const waiters = `select pid, query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

interface Waiter {
  readonly pid: number;
  readonly query: string;
}

/** Starts a write while another session has locked a document, looks at the backends that wait, and lets the write end. */
async function startBehindLock(
  documentId: string,
  start: () => Promise<unknown>,
  look: (waiting: () => Promise<readonly Waiter[]>) => Promise<void>,
): Promise<void> {
  const session = postgres(desk.url, { max: 1 });
  const [started] = await session.begin(async (sql) => {
    await sql`select 1 from cg_documents where id = ${documentId} for update`;
    const writing = start();
    writing.catch(() => undefined);
    await look(() => desk.rows<Waiter>(waiters));
    return [writing] as const;
  });
  await started;
  await session.end();
}

const sixteen = Array.from({ length: 16 }, (_, index) => index);
/** The same sequence of numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe.each(cases(['node', 'plain-node'], 1))('16 clients that write %ss', { timeout: PATIENCE_MS }, (type) => {
  it.each([
    ['both sides of a list', 'related', 'relatedTo', true],
    ['both sides of a tree', 'children', 'parent', false],
    ['both sides of a chain', 'next', 'previous', false],
  ])('with %s make no deadlock', async (_, first, second, isMany) => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push((await desk.post(type, { name: `n${count}` })).documentId);
    const before = await deadlocks();
    await Promise.all(
      sixteen.map(async (client) => {
        const next = numbers(client + 1);
        const some = () => ids.filter(() => next(2) === 0);
        for (let time = 0; time < 6; time++) {
          const one = isMany ? some() : (ids[next(ids.length)] ?? null);
          const data = { [first]: first === 'next' ? (ids[next(ids.length)] ?? null) : some(), [second]: one };
          if (type === 'node' && next(6) === 0)
            await desk.act(type, ids[next(ids.length)] ?? '', next(2) === 0 ? 'publish' : 'discard');
          await desk.put(type, ids[next(ids.length)] ?? '', data, next(2) === 0 ? 'status=draft' : '');
        }
      }),
    );
    expect((await deadlocks()) - before).toBe(0);
  });
});

it.each([
  ['publish', 'related', 'relatedTo', []],
  ['discard', 'related', 'relatedTo', []],
  ['publish', 'parent', 'children', null],
  ['discard', 'parent', 'children', null],
])(
  'a %s locks the owners (%s) of the list that it carries before it changes anything',
  async (action, of, list, none) => {
    const owner = (await desk.post('node', { name: 'owner', [of]: none })).documentId;
    const target = (await desk.post('node', { name: 'target' })).documentId;
    await desk.put('node', target, { [list]: [owner] }, 'status=draft');
    await startBehindLock(
      owner,
      () => desk.act('node', target, action),
      async (waiting) => {
        const query = expect.stringContaining('for no key update of d');
        await expect.poll(waiting).toEqual([{ pid: expect.any(Number), query }]);
      },
    );
    const { [list]: listed } = await desk.get('node', target, `populate=${list}`);
    expect(listed).toHaveLength(action === 'publish' ? 1 : 0);
  },
);

const bulks = [
  ['publishes', 'related', 'relatedTo', 'publish'],
  ['discards', 'related', 'relatedTo', 'discard'],
  ['publishes', 'parent', 'children', 'publish'],
  ['replaces', 'parent', 'children', 'update'],
] as const;

it.each(cases(bulks, 1))(
  'a bulk that %s locks the owners (%s) of all its lists before it changes anything',
  async (_, of, list, action) => {
    const none = of === 'parent' ? null : [];
    const owner = (await desk.post('node', { name: 'owner', [of]: none })).documentId;
    const first = (await desk.post('node', { name: 'first' })).documentId;
    const last = (await desk.post('node', { name: 'last' })).documentId;
    await desk.put('node', last, { [list]: [owner] }, 'status=draft');
    const items = [first, last].map((documentId) =>
      action === 'update' ? { documentId, [list]: [] } : { documentId },
    );
    await startBehindLock(
      owner,
      () => desk.bulk('node', action, items),
      async (waiting) => {
        await expect.poll(waiting).toHaveLength(1);
        const [waiter] = await waiting();
        const written = await desk.rows(
          `select 1 from pg_locks where pid = ${waiter!.pid} and relation = 'nodes'::regclass and mode = 'RowExclusiveLock'`,
        );
        expect(written).toEqual([]);
      },
    );
  },
);

it('bulks that have the same documents in opposite orders make no deadlock', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 40; count++) ids.push((await desk.post('plain-node', { name: `n${count}` })).documentId);
  const before = await deadlocks();
  const bulks = [ids, ids.toReversed()].map((order, client) => {
    const items = order.map((documentId) => ({ documentId, name: `by ${client}` }));
    return desk.bulk('plain-node', 'update', items);
  });
  await Promise.all(bulks);
  expect((await deadlocks()) - before).toBe(0);
  const names = await desk.rows(`select distinct name from plain_nodes where document_id in ('${ids.join(`', '`)}')`);
  expect(names).toHaveLength(1);
});
