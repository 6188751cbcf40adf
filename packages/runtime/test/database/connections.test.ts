import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../src/database/database.js';
import { skipTimers, stopClock } from '../harness/clock.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { PASS_GATE, gateOf } from '../harness/gate.js';
import { PATIENT_MS, openPatient } from '../harness/patient-database.js';
import { openProxy } from '../harness/proxy.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const statements = (database: Database) =>
  Promise.allSettled([
    // It might have an effect, so that it is no read.
    database.rows('do $$ begin perform pg_sleep(0.01); end $$'),
    database.raw('select pg_sleep(0.01)'),
    database.transaction((transaction) => transaction.rows('select 1')),
  ]);
const fulfilled = { status: 'fulfilled' };
const unreachable = { status: 'rejected', reason: { code: 'CONNECT_TIMEOUT' } };

it('a closed database refuses statements instead of connecting again', async () => {
  const database = openPatient({ url: test.url, connections: 2 });
  expect(await statements(database)).toMatchObject([fulfilled, fulfilled, fulfilled]);
  await database.close();
  const closed = {
    status: 'rejected',
    reason: { status: 503, message: expect.stringMatching(/^The content is closed/) },
  };
  expect(await statements(database)).toMatchObject([closed, closed, closed]);
  expect(database.usage?.().statements?.busy).toBe(0);
});

describe('connections that no longer answer', () => {
  /** Sends statements that get no answer, and lets the time pass in which one had to come. */
  async function unanswered(database: Database): Promise<readonly PromiseSettledResult<unknown>[]> {
    const [clock, timers] = [stopClock(), skipTimers()];
    const answers = statements(database);
    clock.pass(3 * PATIENT_MS);
    timers.pass(PATIENT_MS);
    return answers;
  }

  it('are closed and replaced', async () => {
    const proxy = await openProxy(test.url);
    const database = openPatient({ url: proxy.url, connections: 2 });
    expect(await statements(database)).toMatchObject([fulfilled, fulfilled, fulfilled]);
    proxy.silence();
    // A read is sent again over a new connection.
    expect(await unanswered(database)).toMatchObject([unreachable, fulfilled, unreachable]);
    expect(await statements(database)).toMatchObject([fulfilled, fulfilled, fulfilled]);
    await database.close();
    await proxy.close();
  });

  it('do not end the process when no new connection can be opened', async () => {
    const proxy = await openProxy(test.url);
    const database = openPatient({ url: proxy.url, connections: 2 });
    expect(await statements(database)).toMatchObject([fulfilled, fulfilled, fulfilled]);
    proxy.silence();
    proxy.refuse();
    const refused = { status: 'rejected', reason: { code: 'ECONNREFUSED' } };
    expect(await unanswered(database)).toMatchObject([unreachable, refused, unreachable]);
    expect(await statements(database)).toMatchObject([refused, refused, refused]);
    await database.close();
    await proxy.close();
  });
});

describe('a slow statement', () => {
  it('does not delay other statements while another connection is free', async () => {
    const database = openPatient({ url: test.url, connections: 2 });
    const gate = gateOf(test);
    await gate.close();
    const slow = database.rows(`select ${PASS_GATE}`);
    await expect.poll(gate.waiting).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => database.rows('select 1')));
    expect(await gate.waiting()).toBe(1);
    await gate.open();
    await slow;
    await database.close();
  });
});

describe('prepared statements', () => {
  const count = async (database: Database) =>
    (await database.rows<{ n: number }>('select count(*)::int as n from pg_prepared_statements'))[0]!.n;

  it('are made for statements that repeat and are not too long', async () => {
    const database = openPatient({ url: test.url, connections: 1 });
    for (const expected of [0, 1, 1]) {
      await database.rows('select $1::integer as one', [1]);
      expect(await count(database)).toBe(expected);
    }
    const long = `select $1::text, '${'x'.repeat(40_000)}'`;
    for (let time = 0; time < 3; time++) await database.rows(long, ['1']);
    expect(await count(database)).toBe(1);
    await database.close();
  });

  it('are still made after many shapes, and stay bounded', async () => {
    const database = openPatient({ url: test.url, connections: 1 });
    const twice = async (shape: string) => {
      for (let time = 0; time < 2; time++)
        expect(await database.rows(`select $1::text as ${shape}`, ['x'])).toEqual([{ [shape]: 'x' }]);
    };
    for (let shape = 0; shape < 600; shape++) await twice(`shape${shape}`);
    const before = await count(database);
    expect(before).toBeLessThan(200);
    await twice('late');
    expect(await count(database)).toBe(before + 1);
    await database.close();
  });

  it('are bounded by their length too, because their plans take memory', async () => {
    const database = openPatient({ url: test.url, connections: 1 });
    const lengthOf = async () =>
      (
        await database.rows<{ n: number }>(
          'select coalesce(sum(length(statement)), 0)::int as n from pg_prepared_statements',
        )
      )[0]!.n;
    const lengths: number[] = [];
    for (let shape = 0; shape < 60; shape++) {
      const text = `select $1::integer as n, '${'x'.repeat(20_000)}' as shape${shape}`;
      for (let time = 0; time < 2; time++) expect(await database.rows(text, [shape])).toMatchObject([{ n: shape }]);
      lengths.push(await lengthOf());
    }
    expect(Math.max(...lengths)).toBeGreaterThan(100_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(300_000);
    await database.close();
  });
});
