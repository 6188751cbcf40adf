/** docs/backup.md, followed from its first command to its last. Skipped where no PostgreSQL is installed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blocksOf } from '../../../cli/test/docs-page.js';
import type { Database } from '../../src/database/database.js';
import { type App, createApp } from '../harness/app.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { freePort } from '../harness/free-port.js';
import { openPatient } from '../harness/patient-database.js';
import { requestTo } from '../harness/request.js';
import { type SystemPostgres, programs, startSystemPostgres } from './system-postgres.js';

const [dump, restore, archive, base, recover, ...others] = blocksOf('docs/backup.md').map(({ code }) => code);

describe.skipIf(programs === undefined)('docs/backup.md', () => {
  let postgres: SystemPostgres;
  let test: TestDatabase;
  let site: App;
  beforeAll(async () => {
    postgres = await startSystemPostgres(programs ?? '');
    test = await createTestDatabase(conformance, { server: postgres.url, connections: 2 });
    site = appOn(test.database, 'public/uploads');
  });
  afterAll(async () => {
    await test.close().catch(() => undefined);
    await postgres.stop();
  });

  const appOn = (database: Database, folder: string) =>
    createApp(conformance, database, {
      settings: { upload: { storage: { provider: 'local', folder: join(postgres.folder, folder) } } },
    });
  const create = async (name: string) => {
    const { status } = await requestTo(site.app, 'POST', '/api/tags', { body: { data: { name } } });
    expect(status).toBe(201);
  };
  const tagsOf = async ({ app }: App) => {
    const { body } = await requestTo(app, 'GET', '/api/tags?sort=name');
    const names = body.data.map(({ name }: { name: string }) => name) as string[];
    expect(body.meta.pagination.total).toBe(names.length);
    return names;
  };
  const upload = async (name: string) => {
    const form = new FormData();
    form.append('files', new File([`content of ${name}`], name, { type: 'text/plain' }));
    const answer = await site.app.request('/api/upload', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
  };
  /** Each file of the database, with its bytes. */
  const filesOf = async ({ app }: App) => {
    const { body } = await requestTo(app, 'GET', '/api/upload/files?sort=name');
    const records = body as readonly { name: string; url: string }[];
    return Promise.all(records.map(async ({ name, url }) => [name, await (await app.request(url)).text()]));
  };

  it('has the commands that this test runs', () => {
    expect(others).toEqual([]);
    expect(recover).toContain('recovery.signal');
  });

  it('dumps the database and its files so that they can be restored', async () => {
    await create('kept');
    await upload('one.txt');
    await postgres.runHere(dump ?? '', { DATABASE_URL: test.url });
    await create('later');
    await upload('later.txt');

    await test.rows('create database restored');
    const url = test.url.replace(/\w+$/, 'restored');
    await postgres.runHere(restore ?? '', { RESTORED_URL: url });
    const database = openPatient({ url, connections: 2 });
    const restored = appOn(database, 'restored/uploads');
    expect(await tagsOf(restored)).toEqual(['kept']);
    expect(await filesOf(restored)).toEqual([['one.txt', 'content of one.txt']]);
    // The restored database works: it counts, and it has its sequences and functions.
    expect((await requestTo(restored.app, 'GET', '/_ready')).status).toBe(204);
    const more = await requestTo(restored.app, 'POST', '/api/tags', { body: { data: { name: 'new' } } });
    expect(more.status).toBe(201);
    expect(await tagsOf(restored)).toEqual(['kept', 'new']);
    await database.close();
  });

  it('goes back to the moment before a mistake', async () => {
    const variables = { DATABASE_URL: test.url, ARCHIVE: join(postgres.folder, 'archive') };
    await postgres.run(archive ?? '', variables);
    await expect.poll(() => test.rows('select 1')).toHaveLength(1);
    await postgres.run(base ?? '', variables);
    await create('after the base backup');
    const [now] = await test.rows<{ moment: string }>('select clock_timestamp()::text as moment');
    // The times of commits are compared with the moment, so the mistake has to come after it.
    await sleep(20);
    await test.rows('delete from tags');
    const [end] = await test.rows<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    const archived = () => test.rows('select 1 from pg_stat_archiver where last_archived_wal >= $1', [end?.file ?? '']);
    await expect.poll(archived).toHaveLength(1);

    const port = await freePort();
    const target = { ...variables, MOMENT: now?.moment ?? '', RESTORED_PORT: String(port) };
    await postgres.run(recover ?? '', target);
    const database = openPatient({ url: test.url.replace(`:${postgres.port}/`, `:${port}/`), connections: 2 });
    await expect.poll(() => database.rows('select pg_is_in_recovery() as standby')).toEqual([{ standby: false }]);
    const restored = appOn(database, 'public/uploads');
    expect(await tagsOf(restored)).toEqual(['after the base backup', 'kept', 'later']);
    expect((await filesOf(restored)).map(([name]) => name)).toEqual(['later.txt', 'one.txt']);
    await database.close();
  });
});
