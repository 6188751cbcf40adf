import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../src/database/database.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { times } from '../harness/suite.js';
import { PATIENT_MS, openPatient } from '../harness/patient-database.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** The pid first, so that another connection can cancel; then rows; then the statement takes its time. */
const sendsRows = (rows: number, then: string) =>
  `select n, pg_backend_pid() as pid, case when n > ${rows} then ${then} end as rest from generate_series(1, ${rows + 10}) n`;
/** Longer than any statement may run; the tests cancel it. */
const sleeps = `pg_sleep(600)::text`;
const fails = `(1 / (n - n))::text`;

/** An order to cancel may reach the next statement of its backend. That one then fails as a whole, and is sent again. */
async function unlessCancelled<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '57014')) throw error;
    }
  }
}

/** Statements of every shape: objects and bytes, prepared and not, with no, one and many rows. */
async function follow(database: Database, n: number): Promise<void> {
  const [first, second, empty, many, written] = await Promise.all([
    unlessCancelled(() => database.rows('select $1::integer as n', [n])),
    unlessCancelled(() => database.raw('select $1::integer, $2::text', [n, 'x'])),
    unlessCancelled(() => database.rows('select 1 as n where $1::integer < 0', [n])),
    unlessCancelled(() => database.rows<{ n: number }>(`select n from generate_series(1, 3) n`)),
    unlessCancelled(() => database.rows('insert into written values ($1::integer) returning n', [n])),
  ]);
  expect(first).toStrictEqual([{ n }]);
  expect(second.map((row) => row.map(String))).toStrictEqual([[String(n), 'x']]);
  expect(empty).toStrictEqual([]);
  expect(many).toStrictEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(written).toStrictEqual([{ n }]);
}

describe('the results of one statement', { timeout: times(300_000) }, () => {
  beforeAll(() => test.rows('create table written (n integer)'));

  it('never reach another one after it was cancelled in the middle of its rows', async () => {
    const database = openPatient({ url: test.url, connections: 5 });
    const cancelAll = () =>
      test.rows(`select pg_cancel_backend(pid) from pg_stat_activity
                 where datname = current_database() and query like '%generate_series(1, 1__)%' and pid <> pg_backend_pid()`);
    for (let n = 0; n < times(10); n++) {
      const cancelled = [1, 2, 3, 4, 5].map(() => database.rows(sendsRows(100 + (n % 80), sleeps)));
      const all = Promise.allSettled(cancelled);
      const behind = follow(database, n);
      let isOver = false;
      void all.then(() => (isOver = true));
      while (!isOver) await Promise.all([cancelAll(), sleep(2)]);
      for (const one of await all) expect(one).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
      await behind;
      await follow(database, n);
    }
    await database.close();
  });

  /** A statement of `follow` may time out, too, and is sent again. */
  it.each([
    ['timed out', sleeps, '57014', 100],
    ['failed', fails, '22012', PATIENT_MS],
  ])('never reach another one after it %s in the middle of its rows', async (_how, then, code, statementTimeoutMs) => {
    const database = openPatient({ url: test.url, connections: 2, statementTimeoutMs });
    for (let n = 0; n < times(4); n++) {
      const failing = [1, 2, 3].map(() => database.rows(sendsRows(10 * n, then)));
      const behind = follow(database, n);
      for (const one of await Promise.allSettled(failing))
        expect(one).toMatchObject({ status: 'rejected', reason: { code } });
      await behind;
      await follow(database, n);
    }
    await database.close();
  });

  it.each([
    ['timed out', sleeps, '57014', 100],
    ['failed', fails, '22012', PATIENT_MS],
  ])(
    'fail the transaction of a statement that %s, and the next one begins anew',
    async (_how, then, code, statementTimeoutMs) => {
      const database = openPatient({ url: test.url, connections: 2, statementTimeoutMs });
      for (let n = 0; n < 5; n++) {
        const failed = database.transaction(async (executor) => {
          await executor.rows('insert into written values (-1)');
          return executor.rows(sendsRows(100, then));
        });
        await expect(failed).rejects.toMatchObject({ code });
        const caught = database.transaction(async (executor) => {
          await executor.rows(sendsRows(100, then)).catch(() => undefined);
          return executor.rows('select $1::integer as n', [n]);
        });
        await expect(caught).rejects.toThrow();
        const next = await unlessCancelled(() =>
          database.transaction((executor) => executor.rows('select $1::integer as n', [n])),
        );
        expect(next).toStrictEqual([{ n }]);
      }
      expect(await test.rows('select n from written where n = -1')).toEqual([]);
      await database.close();
    },
  );
});
