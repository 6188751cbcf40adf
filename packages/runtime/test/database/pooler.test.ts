import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Database, openDatabase } from '../../src/database/database.js';
import { transaction } from '../../src/database/retry.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { type PgBouncer, hasPgBouncer, startPgBouncer } from '../harness/pgbouncer.js';

describe.skipIf(!hasPgBouncer)('behind a pooler in transaction mode', () => {
  let test: TestDatabase;
  let pooler: PgBouncer;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.rows('create table things (id integer, name text)');
    pooler = await startPgBouncer(test.url);
    database = openDatabase({ url: pooler.url, connections: 8 });
  });
  afterAll(async () => {
    await database.close();
    await pooler.stop();
    await test.close();
  });

  it('every statement is answered, though the pooler forgets those that were prepared', async () => {
    const read = (n: number) =>
      database.raw('select $1::integer, pg_sleep(0.005)', [n]).then((rows) => String(rows[0]?.[0]));
    const write = (n: number) =>
      transaction(database, async (executor) => {
        await executor.rows('insert into things (id, name) values ($1::integer, $2::text)', [n, `thing ${n}`]);
        return executor.rows<{ name: string }>('select name from things where id = $1::integer', [n]);
      });
    for (let round = 0; round < 15; round++) {
      const numbers = Array.from({ length: 16 }, (_, n) => round * 16 + n);
      const answers = await Promise.all(numbers.map((n) => (n % 2 === 0 ? read(n) : write(n))));
      expect(answers).toEqual(numbers.map((n) => (n % 2 === 0 ? String(n) : [{ name: `thing ${n}` }])));
    }
    expect(await test.rows('select count(*)::int as n, count(distinct id)::int as d from things')).toEqual([
      { n: 120, d: 120 },
    ]);
  });
});
