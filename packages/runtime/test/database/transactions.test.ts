import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Client } from '../../src/database/client.js';
import { ClientDatabase } from '../../src/database/client-database.js';
import type { DatabaseOptions, Executor } from '../../src/database/database.js';
import { observeStatements } from '../../src/database/observe.js';
import { Overtaken, transaction } from '../../src/database/retry.js';
import { skipTimers, stopClock } from '../harness/clock.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { type Gate, PASS_GATE, gateOf } from '../harness/gate.js';
import { PATIENT_MS, openPatient } from '../harness/patient-database.js';
import { openProxy } from '../harness/proxy.js';

let test: TestDatabase;
let gate: Gate;
beforeAll(async () => {
  test = await createTestDatabase();
  gate = gateOf(test);
  await test.rows('create table kept (what text)');
});
beforeEach(async () => {
  // A test that failed may have left the gate closed.
  await test.rows('select pg_advisory_unlock_all()');
  await test.rows('truncate kept');
});
afterAll(() => test.close());

const keep = (executor: Executor, what: string) => executor.rows('insert into kept values ($1::text)', [what]);
const kept = async () => (await test.rows<{ what: string }>('select what from kept')).map(({ what }) => what);

/** A database whose connections a test can count and cut. */
async function openThroughProxy(options: Partial<DatabaseOptions> = {}) {
  const proxy = await openProxy(test.url);
  const database = openPatient({ url: proxy.url, connections: 2, ...options });
  const close = async () => {
    await database.close();
    await proxy.close();
  };
  return { proxy, database, close };
}

/** A transaction that reads first, as that of a document does, sends BEGIN together with its first statement. */
const kinds = [{}, { document: 'd1' }, { readsFirst: true }];

it.each(kinds)(
  'a transaction sends BEGIN before its first statement, so that its locks are held: %j',
  async (options) => {
    for (let time = 0; time < 3; time++) {
      const ids = await test.database.transaction(
        async (executor) => [
          await executor.rows('select pg_current_xact_id() as id'),
          await executor.rows('select pg_current_xact_id() as id'),
        ],
        options,
      );
      expect(ids[0]).toEqual(ids[1]);
    }
  },
);

it.each([
  [{ document: 'd1' }, 1],
  [{ readsFirst: true }, 1],
  [{ document: 'd1', readsFirst: false }, 0],
  [{}, 0],
] as const)(
  'a transaction that reads first sends its statement without waiting for BEGIN, and ends with it: %j',
  async (options, sent) => {
    const { proxy, database, close } = await openThroughProxy();
    const read = (executor: Executor) => executor.rows('select 1 as one');
    await database.transaction(read, options);
    proxy.silence();
    const timers = skipTimers();
    let [reads, hasRead] = [0, false];
    const unanswered = database.transaction(async (executor) => {
      reads++;
      await read(executor);
      hasRead = true;
    }, options);
    // BEGIN gets no answer. A statement that waits for none is sent at once.
    timers.pass(PATIENT_MS);
    await expect(unanswered).rejects.toThrow('No connection to the database');
    expect([reads, hasRead]).toEqual([sent, false]);
    await close();
  },
);

it.each(kinds)(
  'a transaction that loses its connection writes nothing that was still to be sent: %j',
  async (options) => {
    const { proxy, database, close } = await openThroughProxy();
    for (let time = 0; time < 3; time++) {
      await gate.close();
      const lost = database.transaction(
        (executor) => Promise.all([executor.rows(`select ${PASS_GATE}`), keep(executor, 'second')]),
        options,
      );
      lost.catch(() => undefined);
      await expect.poll(gate.waiting).toBe(1);
      proxy.cut();
      await expect(lost).rejects.toThrow();
      await gate.open();
      proxy.mend();
      await expect.poll(() => keep(database, 'later').then(() => true)).toBe(true);
    }
    expect(new Set(await kept())).toEqual(new Set(['later']));
    await close();
  },
);

it('statements beside a failed one, or after the end, write nothing', async () => {
  let left: Executor | undefined;
  let beside: Promise<unknown> | undefined;
  const failed = test.database.transaction((executor) => {
    left = executor;
    // It comes before or after the end of the transaction, and fails in both cases.
    beside = sleep(10).then(() => keep(executor, 'beside'));
    return Promise.all([executor.rows('select 1 / 0'), beside]);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  await expect(beside).rejects.toThrow();
  await expect(keep(left!, 'after')).rejects.toThrow('The transaction has ended');
  expect(await kept()).toEqual([]);
});

it('a transaction whose failed statement was caught rejects, because PostgreSQL rolls it back', async () => {
  const failed = test.database.transaction(async (executor) => {
    await keep(executor, 'first');
    await executor.rows('select 1 / 0').catch(() => undefined);
  });
  await expect(failed).rejects.toThrow('Nothing was written');
  expect(await kept()).toEqual([]);
});

describe('a read behind another statement', () => {
  const waitAtGate = (executor: Executor) => executor.rows(`select ${PASS_GATE}`);
  const behind = (executor: Executor, text: string) => executor.behind!.rows<{ what: string }>(text);

  it('is sent before the other one is answered, and its own time begins afterwards', async () => {
    const { proxy, database, close } = await openThroughProxy();
    const times: number[] = [];
    await gate.close();
    const clock = stopClock();
    await observeStatements(
      ({ ms }) => times.push(ms),
      () =>
        database.transaction(async (executor) => {
          await keep(executor, 'first');
          const waiting = waitAtGate(executor);
          await expect.poll(gate.waiting).toBe(1);
          const before = proxy.sent();
          const reading = behind(executor, 'select what from kept');
          await expect.poll(proxy.sent).toBeGreaterThan(before);
          expect(times).toHaveLength(1);
          clock.pass(5_000);
          await gate.open();
          await waiting;
          expect(await reading).toEqual([{ what: 'first' }]);
        }),
    );
    // From its sending on, it would have taken as long as the other one.
    expect(times).toEqual([0, 5_000, 0]);
    await close();
  });

  it('sees what the other one waited for', async () => {
    await keep(test.database, 'old');
    const { reading } = await test.database.transaction(async (changing) => {
      await changing.rows(`update kept set what = 'new'`);
      const seen = test.database.transaction((executor) =>
        Promise.all([executor.rows('select 1 from kept for update'), behind(executor, 'select what from kept')]),
      );
      await expect.poll(gate.waiting).toBe(1);
      return { reading: seen };
    });
    expect((await reading)[1]).toEqual([{ what: 'new' }]);
  });

  it('fails with the other one, whose error is the first', async () => {
    const failed = test.database.transaction((executor) =>
      Promise.all([executor.rows('select 1 / 0'), behind(executor, 'select what from kept')]),
    );
    await expect(failed).rejects.toMatchObject({ code: '22012' });
  });

  it.each(['nothing', 'a statement that is over'])('is sent in its turn behind %s', async (front) => {
    const rows = await test.database.transaction(async (executor) => {
      if (front !== 'nothing') await keep(executor, 'first');
      return behind(executor, 'select what from kept');
    });
    expect(rows).toEqual(front === 'nothing' ? [] : [{ what: 'first' }]);
  });

  it('lets a second one wait until both have been answered, because only two can be cancelled', async () => {
    const { proxy, database, close } = await openThroughProxy();
    /** More bytes than all other statements together. */
    const long = 'x'.repeat(5_000);
    await gate.close();
    await database.transaction(async (executor) => {
      await keep(executor, 'first');
      const waiting = waitAtGate(executor);
      await expect.poll(gate.waiting).toBe(1);
      const first = behind(executor, 'select what from kept');
      const second = behind(executor, `select '${long}' as what`);
      // Only a statement that is sent too early needs this time.
      await sleep(50);
      expect(proxy.sent()).toBeLessThan(long.length);
      await gate.open();
      await waiting;
      expect([await first, await second]).toEqual([[{ what: 'first' }], [{ what: long }]]);
    });
    expect(proxy.sent()).toBeGreaterThan(long.length);
    await close();
  });

  it('does not keep the other one from being cancelled, nor the connection after it', async () => {
    const hurried: Client = { caller: 'hurried', timeoutMs: 300, isGone: () => false };
    await gate.close();
    const clock = stopClock();
    const slow = test.database.transaction(
      async (executor) => {
        const waiting = waitAtGate(executor);
        await expect.poll(gate.waiting).toBe(1);
        const reading = behind(executor, 'select what from kept');
        clock.pass(400);
        await Promise.all([waiting, reading]);
      },
      {},
      hurried,
    );
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    await test.database.transaction((executor) => keep(executor, 'later'));
    expect(await kept()).toEqual(['later']);
    await gate.open();
  });

  it('leaves a client with little time what the two have not used', async () => {
    const hurried: Client = { caller: 'hurried', timeoutMs: 5_000, isGone: () => false };
    await gate.close();
    const clock = stopClock();
    await test.database.transaction(
      async (executor) => {
        const waiting = waitAtGate(executor);
        await expect.poll(gate.waiting).toBe(1);
        const reading = behind(executor, 'select what from kept');
        clock.pass(2_800);
        await gate.open();
        await Promise.all([waiting, reading]);
        await keep(executor, 'in time');
      },
      {},
      hurried,
    );
    expect(await kept()).toEqual(['in time']);
  });
});

describe('a transaction that locks a document', () => {
  it('begins after those that came before it, also while the document has room for one more', async () => {
    // Of five connections for transactions, two may be of one document, unless the first one is slow.
    const database = openPatient({ url: test.url, connections: 10 });
    await Promise.all([1, 2].map(() => database.transaction((executor) => executor.rows('select pg_sleep(0.05)'))));
    for (let round = 0; round < 5; round++) {
      const subject = { type: 'article', document: `document ${round}` };
      const begun: string[] = [];
      const begin = (name: string) => database.transaction(async () => void begun.push(name), subject);
      const waiting = await database.transaction(async (executor) => {
        // A statement is slow after 20 milliseconds. All of these times may be longer.
        const slow = executor.rows('select pg_sleep(0.08)');
        await sleep(60);
        const early = begin('early');
        await slow;
        // Now it is fast, and until the pool looks at its queue again, there is room.
        await executor.rows('select 1');
        const late = begin('late');
        await sleep(30);
        expect(begun[0]).not.toBe('late');
        return [early, late];
      }, subject);
      await Promise.all(waiting);
      expect(begun.toSorted()).toEqual(['early', 'late']);
    }
    await database.close();
  });
});

describe('a transaction of a client with little time', () => {
  const hurried: Client = { caller: 'hurried', timeoutMs: 600, isGone: () => false };
  const naps = async (executor: Executor, count: number) => {
    await keep(executor, 'before');
    for (let nap = 0; nap < count; nap++) await executor.rows('select pg_sleep(0.2)');
  };

  it('ends when its statements have taken that long together, however short each of them is', async () => {
    const slow = test.database.transaction((executor) => naps(executor, 20), {}, hurried);
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(await kept()).toEqual([]);
    await test.database.transaction((executor) => naps(executor, 4));
    expect(await kept()).toEqual(['before']);
  });

  it('ends before its next statement, however fast that would be', async () => {
    const caught: unknown[] = [];
    const slow = test.database.transaction(
      async (executor) => {
        await naps(executor, 20).catch((error: Error) => void caught.push(error));
        await keep(executor, 'after');
      },
      {},
      hurried,
    );
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect([caught.length, await kept()]).toEqual([1, []]);
  });

  it('does not count the time between statements, which belongs to the project', async () => {
    const clock = stopClock();
    await test.database.transaction(
      async (executor) => {
        await keep(executor, 'first');
        clock.pass(700);
        await keep(executor, 'second');
      },
      {},
      hurried,
    );
    expect(await kept()).toEqual(['first', 'second']);
  });

  it('has no more time for further attempts', async () => {
    const database = new ClientDatabase(test.database, hurried);
    let attempts = 0;
    const slow = transaction(database, async (executor) => {
      attempts++;
      await executor.rows('select pg_sleep(0.25)');
      throw new Overtaken();
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(attempts).toBeLessThan(8);
  });
});
