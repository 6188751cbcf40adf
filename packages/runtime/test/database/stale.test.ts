import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../src/database/database.js';
import { transaction } from '../../src/database/retry.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { openPatient } from '../harness/patient-database.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.rows('create table things (id integer, name text, size integer)');
  await test.rows(`insert into things select n, 'thing ' || n, n * 10 from generate_series(1, 5) n`);
  // One connection, so that statements are sent behind one another.
  database = openPatient({ url: test.url, connections: 1 });
});
afterAll(async () => {
  await database.close();
  await test.close();
});

const all = (id: number) => database.raw('select * from things where id = $1::integer', [id]);
const named = (id: number) => database.raw('select size, name from things where id = $1::integer', [id]);
const above = (id: number) => database.raw('select * from things where id > $1::integer order by id', [id]);
const texts = (rows: readonly (readonly (Buffer | null)[])[]) => rows.map((row) => row.slice(0, 2).map(String));

/** Sends every statement, two of them twice at the same time, and checks each answer. */
async function ask(): Promise<void> {
  const [one, other, two, more] = await Promise.all([all(1), named(2), all(3), above(3)]);
  expect(texts(one)).toEqual([['1', 'thing 1']]);
  expect(texts(other)).toEqual([['20', 'thing 2']]);
  expect(texts(two)).toEqual([['3', 'thing 3']]);
  expect(texts(more)).toEqual([
    ['4', 'thing 4'],
    ['5', 'thing 5'],
  ]);
}

describe('statements that the server does not accept any more', () => {
  it('are prepared again when a table has changed, and no answer reaches another statement', async () => {
    for (let round = 0; round < 20; round++) {
      for (let time = 0; time < 3; time++) await ask();
      await test.rows(`alter table things add column extra${round} text default 'x'`);
    }
    await ask();
  });

  it('are answered when a pooler has forgotten them, and no statement is prepared any more', async () => {
    for (let round = 0; round < 5; round++) {
      for (let time = 0; time < 3; time++) await ask();
      await database.rows('deallocate all');
    }
    await ask();
  });

  it('fail a transaction, which runs again as a whole', async () => {
    const rename = (name: string) =>
      transaction(database, async (executor) => {
        await executor.rows('update things set name = $1::text where id = 9', [name]);
        await executor.rows('insert into things (id, name) values (9, $1::text)', [name]);
        return executor.rows<{ name: string }>('select * from things where id = $1::integer', [9]);
      });
    for (const name of ['a', 'b', 'c']) await rename(name);
    await test.rows('alter table things add column last text');
    expect((await rename('d')).map((row) => row.name)).toEqual(['d', 'd', 'd', 'd']);
    expect(await test.rows('select count(*)::integer as n from things where id = 9')).toEqual([{ n: 4 }]);
  });
});
