import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { openPatient } from '../harness/patient-database.js';

/** A socket in a folder of its own that leads to the server of the tests. */
let test: TestDatabase;
let socketFolder: string;
let server: Server;
beforeAll(async () => {
  test = await createTestDatabase();
  socketFolder = await mkdtemp(join(tmpdir(), 'cg-'));
  const { hostname, port } = new URL(test.url);
  server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(join(socketFolder, '.s.PGSQL.5432'), resolve));
});
afterAll(async () => {
  server.close();
  await rm(socketFolder, { recursive: true, force: true });
  await test.close();
});

it('a database answers at every form of the address of its socket', async () => {
  const { username, password, pathname } = new URL(test.url);
  const user = `${username}:${password}`;
  const encoded = encodeURIComponent(socketFolder);
  for (const url of [
    `postgres://${user}@/${pathname.slice(1)}?host=${socketFolder}&connections=1`,
    `postgres://${user}@localhost${pathname}?host=${encoded}`,
    `postgres://${user}@${encoded}${pathname}`,
  ]) {
    const database = openPatient({ url });
    const [row] = await database.rows<{ name: string }>('select current_database() as name');
    expect(row?.name).toBe(pathname.slice(1));
    await database.close();
  }
});
