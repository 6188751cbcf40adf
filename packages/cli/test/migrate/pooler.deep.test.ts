/** Commands behind PgBouncer, which gives the sessions that they used to other clients. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type PgBouncer, hasPgBouncer, startPgBouncer } from '../../../runtime/test/harness/pgbouncer.js';
import { openPostgres } from '../../../strapi/src/readers/database/postgres.js';
import { type TestServer, startServer } from './server.js';
import { createSite } from './site.js';

const article = `import { defineContentType } from 'content-gen';

export default defineContentType({ name: 'article', attributes: { title: { type: 'string' } } });
`;

describe.skipIf(!hasPgBouncer)('a command behind a pooler in transaction mode', () => {
  let server: TestServer;
  let site: Awaited<ReturnType<typeof createSite>>;
  let pooler: PgBouncer;

  beforeAll(async () => {
    server = await startServer();
    const { url, sql } = await server.database();
    await sql.unsafe(`alter database ${sql.options.database} set statement_timeout = '70s'`);
    site = await createSite(url);
    await site.write({ 'content/article.ts': article });
    expect(await site.migrate('first')).toMatchObject({ code: 0 });
    // Refuses all settings at the start of a session.
    pooler = await startPgBouncer(url, { ignores: [] });
  });
  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });

  /** The settings of every session of the pool. */
  async function sessions(): Promise<readonly object[]> {
    const sql = postgres(pooler.url, { max: 5, prepare: false, fetch_types: false });
    const found: object[] = [];
    let arrived = (): void => undefined;
    const all = new Promise<void>((resolve) => (arrived = resolve));
    const hold = () =>
      sql.begin(async (tx) => {
        const [row] = await tx`
          select current_setting('statement_timeout') as timeout,
            current_setting('default_transaction_read_only') as readonly, current_setting('DateStyle') as dates`;
        found.push({ ...row });
        if (found.length === 5) arrived();
        await all;
      });
    await Promise.all(Array.from({ length: 5 }, hold));
    await sql.end();
    return found;
  }

  const untouched = Array.from({ length: 5 }, () => ({ timeout: '70s', readonly: 'off', dates: 'ISO, MDY' }));

  test.each([
    [['migrate', 'status'], 0],
    [['doctor'], 1],
    [['migrate', 'apply'], 1],
  ] as const)('%j leaves the settings of sessions alone', async (args, code) => {
    const outcome = await site.on(pooler.url)(...args);
    expect(outcome, outcome.stdout + outcome.stderr).toMatchObject({ code });
    expect(await sessions()).toEqual(untouched);
  });

  test('doctor reads the whole state of the database', async () => {
    const { stdout } = await site.on(pooler.url)('doctor', '--json');
    const findings: { level: string; subject: string; message: string }[] = JSON.parse(stdout).findings;
    expect(findings).toContainEqual(expect.objectContaining({ level: 'ok', subject: 'database' }));
    expect(findings).toContainEqual(expect.objectContaining({ message: 'the tables match the definitions' }));
  });

  test('a source of an import can be read', async () => {
    const engine = await openPostgres(pooler.url);
    expect([...(await engine.tables()).keys()]).toContain('articles');
    expect(await engine.rows('show timezone')).toEqual([{ TimeZone: 'UTC' }]);
    await engine.close();
    expect(await sessions()).toEqual(untouched);
  });
});
