import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Client } from '../../src/database/client.js';
import type { Database } from '../../src/database/database.js';
import { stopClock } from '../harness/clock.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { openPatient } from '../harness/patient-database.js';

let test: TestDatabase;
/** What happened, in this order. */
const events: string[] = [];

/** A statement that ignores the first order to cancel it, as one does whose server is busy. */
const STUBBORN = `
create function stubborn(waits boolean default true) returns text language plpgsql as $$
begin
  if waits then perform pg_advisory_lock(1); end if;
  return 'not cancelled';
exception when query_canceled then
  perform pg_advisory_lock(2);
  perform pg_advisory_unlock(2);
  return 'the row of another statement';
end $$`;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.rows(STUBBORN);
  await test.rows('select pg_advisory_lock(1)');
});
afterAll(() => test.close());

/** While `work` runs, statements that ignored the order to cancel them do not end. */
async function withStubborn(connections: number, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openPatient({ url: test.url, connections });
  await test.rows('select pg_advisory_lock(2)');
  events.length = 0;
  await work(database);
  await test.rows('select pg_advisory_unlock(2)');
  await database.close();
}

/** Sessions that wait for an advisory lock. */
const waitingFor = async (lock: number) =>
  (
    await test.rows(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and l.objid = $1 and not l.granted`,
      [lock],
    )
  ).length;

const hurried: Client = { caller: 'hurried', timeoutMs: 200, isGone: () => false };
const patient: Client = { caller: 'patient', timeoutMs: undefined, isGone: () => false };

const log = (name: string) => (answer: unknown) => void events.push(`${name}: ${JSON.stringify(answer)}`);
const asText = (rows: readonly (readonly (Buffer | null)[])[]) => rows.map((row) => row.map(String));

describe('a read', () => {
  it('that took too long is answered before its statement has ended, which keeps its connection until then', () =>
    withStubborn(1, async (database) => {
      const clock = stopClock();
      const slow = database
        .raw('select stubborn()', [], undefined, hurried)
        .then(log('slow'), (error) => log('slow')(error.code));
      const next = database.raw(`select 'mine'`, [], undefined, patient).then(asText).then(log('next'));
      await expect.poll(() => waitingFor(1)).toBe(1);
      clock.pass(250);
      await slow;
      await expect.poll(() => waitingFor(2)).toBe(1);
      // Only a connection that was given away would answer the next statement in this time.
      await sleep(100);
      events.push('ended');
      await test.rows('select pg_advisory_unlock(2)');
      await next;
      expect(events).toEqual(['slow: "57014"', 'ended', 'next: [["mine"]]']);
      await test.rows('select pg_advisory_lock(2)');
    }));

  it('that waits behind a slow statement is sent over another connection', () =>
    withStubborn(2, async (database) => {
      await test.rows('select pg_advisory_lock(3)');
      const other = database.rows('select pg_advisory_lock(3)', [], patient);
      // The pool sends statements behind those that were fast before.
      for (let time = 0; time < 2; time++) await database.raw('select stubborn($1)', [false], undefined, patient);
      const slow = database
        .raw('select stubborn($1)', [true], undefined, hurried)
        .then(log('slow'), (error) => log('slow')(error.code));
      const behind = database.raw(`select 'behind'`, [], undefined, patient);
      await test.rows('select pg_advisory_unlock(3)');
      await other;
      expect(asText(await behind)).toEqual([['behind']]);
      await slow;
      expect(events).toEqual(['slow: "57014"']);
    }));
});
