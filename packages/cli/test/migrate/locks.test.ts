import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasPgBouncer, startPgBouncer } from '../../../runtime/test/harness/pgbouncer.js';
import { applyMigrations } from '../../src/migrate/apply.js';
import type { Migration } from '../../src/migrate/folder.js';
import { type TestServer, startServer } from './server.js';

let server: TestServer;
let database: { readonly url: string; readonly sql: postgres.Sql };
beforeAll(async () => {
  server = await startServer();
  database = await server.database();
  await database.sql`create table things (id integer)`;
});
afterAll(() => server.stop());

const adding = (column: string): Migration => ({
  name: `20260101T000000_${column}`,
  controls: [],
  hash: column,
  statements: [
    { sql: `alter table things add column ${column} integer`, effect: 'safe', reason: 'a new column' },
    { sql: `update things set ${column} = 1`, effect: 'safe', reason: 'its value' },
  ],
});
const apply = (url: string, migration: Migration, waits: string[] = []) =>
  applyMigrations({
    url,
    migrations: [migration],
    allowDataLoss: false,
    report: () => undefined,
    reportWait: (reason) => waits.push(reason),
  });

describe('a migration of a table that a long read holds', () => {
  it('lets others read meanwhile, says what it waits for, and is applied once the read has ended', async () => {
    const { sql, url } = database;
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`select * from things`;
    const waits: string[] = [];
    const applied = apply(url, adding('late'), waits);
    // On a busy machine, the first attempt may have given up before its blockers were looked at.
    const named = /^waits for a lock that is held by process \d+ \(.*idle in transaction.*select \* from things/;
    await expect.poll(() => waits.at(-1), { timeout: 60_000 }).toMatch(named);
    // A read that comes later does not wait for as long as the first one lasts.
    expect(await sql`select * from things`).toEqual([]);
    await reader`commit`;
    reader.release();
    expect(await applied).toMatchObject({ applied: ['20260101T000000_late'] });
    expect(await sql`select late from things`).toEqual([]);
  });
});

describe.skipIf(!hasPgBouncer)('a pooler in transaction mode', () => {
  it('is refused in words', async () => {
    const pooler = await startPgBouncer(database.url);
    await expect(apply(pooler.url, adding('pooled'))).rejects.toThrow(/leads to a pooler in transaction mode/);
    await pooler.stop();
  });
});
