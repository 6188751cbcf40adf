import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../src/database/database.js';
import { transaction } from '../../src/database/retry.js';
import { missingSettings } from '../../src/database/session-settings.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { openPatient } from '../harness/patient-database.js';
import { type PgBouncer, hasPgBouncer, startPgBouncer } from '../harness/pgbouncer.js';

describe.skipIf(!hasPgBouncer)('behind a pooler in transaction mode', () => {
  let test: TestDatabase;
  let pooler: PgBouncer;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.rows('create table things (id integer, name text)');
    pooler = await startPgBouncer(test.url);
    database = openPatient({ url: pooler.url, connections: 8 });
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

  it('the start says which settings are missing, as commands that set them', async () => {
    const role = `pooled_${randomBytes(4).toString('hex')}`;
    await test.rows(`create role ${role} superuser login password 'secret'`);
    const url = new URL(test.url);
    url.username = role;
    url.password = 'secret';
    const own = await startPgBouncer(url.href);
    const pooled = openPatient({ url: own.url, connections: 2 });
    const message = (await missingSettings(pooled)) ?? '';
    expect(message).toMatch(/^The database ignores statement_timeout, jit and random_page_cost, because a pooler/);
    const commands = message.match(/ALTER ROLE [^;]+;/g) ?? [];
    expect(commands).toHaveLength(3);
    for (const command of commands) await test.rows(command);
    await own.stop();
    await pooled.close();

    const after = await startPgBouncer(url.href);
    const fixed = openPatient({ url: after.url, connections: 2 });
    expect(await missingSettings(fixed)).toBeUndefined();
    expect(await fixed.rows('show statement_timeout')).toEqual([{ statement_timeout: '10s' }]);
    await fixed.close();
    await after.stop();
    await test.rows(`drop role ${role}`);
  });

  it('that refuses the settings is named with the line that lets it accept them', async () => {
    const strict = await startPgBouncer(test.url, { ignores: [] });
    const refused = openPatient({ url: strict.url, connections: 2 });
    expect(await missingSettings(refused)).toBe(
      'The pooler refuses the settings of this server. Add to pgbouncer.ini: ignore_startup_parameters = statement_timeout,jit,random_page_cost',
    );
    await refused.close();
    await strict.stop();
  });
});

describe('without a pooler', () => {
  it('no setting is missing', async () => {
    const test = await createTestDatabase();
    expect(await missingSettings(test.database)).toBeUndefined();
    await test.close();
  });
});
