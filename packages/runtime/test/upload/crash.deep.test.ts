import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { PASS_GATE, gateOf } from '../harness/gate.js';
import { noise } from './samples.js';
import { type ServerProcess, startServer } from './server-process.js';
import { file, form } from './site.js';

let database: TestDatabase;
let folder: string;
const servers: ServerProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase(desk);
  folder = await mkdtemp(join(tmpdir(), 'content-gen-uploads-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(fileBlocks?: number): Promise<ServerProcess> {
  const upload = { storage: { provider: 'local', folder } } as const;
  const server = await startServer({
    databaseUrl: database.url,
    upload,
    ...(fileBlocks === undefined ? {} : { fileBlocks }),
  });
  servers.push(server);
  return server;
}

function upload(server: ServerProcess, content: string | Uint8Array<ArrayBuffer>, name: string, type: string) {
  return fetch(`${server.url}/api/upload`, { method: 'POST', body: form([file(name, type, content)]) });
}

async function files(): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !/^\.incoming(\/[^/]+)?$/.test(name));
}

async function records(): Promise<number> {
  return (await database.rows('select 1 from cg_files')).length;
}

/** Kills a server, and waits until the database has noticed: a commit that was on its way has its effect by then. */
async function crash(server: ServerProcess): Promise<void> {
  await server.kill();
  const sessions = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'content-gen'`;
  await expect.poll(() => database.rows(sessions)).toEqual([]);
}

it('a crash leaves nothing of an upload, at any moment', async () => {
  const picture = await noise(1200, 1200, 'jpeg');
  let server = await start();
  expect((await upload(server, picture, 'first.jpg', 'image/jpeg')).status).toBe(201);
  const whole = await files();
  expect(whole).toHaveLength(5);

  let known = 1;
  for (const delay of [5, 60, 150, 300, 600]) {
    const answer = upload(server, picture, 'next.jpg', 'image/jpeg').then(
      (response) => response.status,
      () => undefined,
    );
    // On a slow machine, these are earlier moments of the upload.
    await new Promise((resolve) => setTimeout(resolve, delay));
    await crash(server);
    if ((await answer) === 201) known++;
    server = await start();
    expect(await records()).toBeGreaterThanOrEqual(known);
    known = await records();
    await expect.poll(files).toHaveLength(5 * known);
  }
});

it('a start removes files that were stored before the database had their record', async () => {
  const server = await start();
  const gate = gateOf(database);
  // The database keeps the upload waiting at its very end.
  await database.rows(
    `create function wait() returns trigger language plpgsql as $$ begin perform ${PASS_GATE}; return new; end $$`,
  );
  await database.rows('create trigger slow before insert on cg_files for each row execute function wait()');
  await gate.close();
  let early: string | undefined;
  const answer = upload(server, await noise(300, 300), 'a.png', 'image/png').then(
    async (response) => (early = await response.text()),
    () => undefined,
  );
  // The process that works on images has a low priority, so it needs most of a minute on a busy machine.
  await expect.poll(async () => early ?? (await gate.waiting()), { timeout: 150_000 }).toBe(1);
  expect((await files()).filter((name) => !name.startsWith('.'))).toHaveLength(2);
  await server.kill();
  await answer;
  await gate.open();
  await crash(server);

  await database.rows('drop trigger slow on cg_files');
  await start();
  await expect.poll(files).toEqual([]);
  expect(await records()).toBe(0);
});

it('a full disk leaves nothing of an upload, and the server goes on', async () => {
  const server = await start(1000);
  const full = await upload(server, 'x'.repeat(1_000_000), 'a.txt', 'text/plain');
  expect(full.status).toBe(507);
  expect(await full.json()).toMatchObject({ error: { name: 'InsufficientStorageError' } });
  expect(await files()).toEqual([]);
  expect(await records()).toBe(0);
  expect((await upload(server, 'x', 'a.txt', 'text/plain')).status).toBe(201);
});

it('an error of the database leaves nothing of an upload', async () => {
  const server = await start();
  await database.rows(`alter table cg_files add constraint no check (name <> 'no.txt')`);
  expect((await upload(server, 'x', 'no.txt', 'text/plain')).status).toBe(500);
  expect(await files()).toEqual([]);
  expect((await upload(server, 'x', 'yes.txt', 'text/plain')).status).toBe(201);
});
