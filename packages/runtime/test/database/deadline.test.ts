import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Client } from '../../src/database/client.js';
import { type Database, openDatabase } from '../../src/database/database.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';

let test: TestDatabase;
let database: Database;
/** What happened, in this order. */
const events: string[] = [];

/** A statement that ignores the first order to cancel it, as one does whose server is busy. */
const STUBBORN = `
create function stubborn() returns text language plpgsql as $$
begin
  perform pg_advisory_lock(1);
  return 'not cancelled';
exception when query_canceled then
  perform pg_advisory_lock(2);
  perform pg_advisory_unlock(2);
  return 'the row of another statement';
end $$`;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.rows(STUBBORN);
  await test.rows('select pg_advisory_lock(1), pg_advisory_lock(2)');
  database = openDatabase({ url: test.url, connections: 1 });
});
afterAll(async () => {
  await database.close();
  await test.close();
});

const hurried: Client = { caller: 'hurried', timeoutMs: 200, isGone: () => false };
const patient: Client = { caller: 'patient', timeoutMs: undefined, isGone: () => false };

const log = (name: string) => (answer: unknown) => void events.push(`${name}: ${JSON.stringify(answer)}`);
const asText = (rows: readonly (readonly (Buffer | null)[])[]) => rows.map((row) => row.map(String));

describe('a read that took too long', () => {
  it('is answered before its statement has ended, which keeps its connection until then', async () => {
    const slow = database.raw('select stubborn()', [], hurried).then(log('slow'), (error) => log('slow')(error.code));
    const next = database.raw(`select 'mine'`, [], patient).then(asText).then(log('next'));
    await slow;
    // A connection that was given away would answer the next statement now.
    await sleep(300);
    events.push('ended');
    await test.rows('select pg_advisory_unlock(2)');
    await next;
    expect(events).toEqual(['slow: "57014"', 'ended', 'next: [["mine"]]']);
  });
});
