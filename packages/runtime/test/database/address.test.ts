import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { readAddress } from '../../src/database/address.js';
import { openDatabase } from '../../src/database/database.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';

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
    const database = openDatabase({ url });
    const [row] = await database.rows<{ name: string }>('select current_database() as name');
    expect(row?.name).toBe(pathname.slice(1));
    await database.close();
  }
});

const folder = '/run/postgresql';

it.each([
  [`postgres:///name?host=${folder}`, 'postgres://localhost/name', folder, 5432],
  [`postgresql:///name?host=${folder}&port=5433`, 'postgresql://localhost:5433/name', folder, 5433],
  ['postgres://user:word@%2Frun%2Fpostgresql/name', 'postgres://user:word@localhost/name', folder, 5432],
  ['postgres://user@%2Frun%2Fpostgresql:5433/name', 'postgres://user@localhost:5433/name', folder, 5433],
  [
    `postgres://user:word@/name?host=${folder}&connections=3`,
    'postgres://user:word@localhost/name?connections=3',
    folder,
    5432,
  ],
])('the address %s names a socket', (text, url, host, port) => {
  expect(readAddress(text)).toMatchObject({ host, port });
  expect(readAddress(text)?.url).toBe(url);
});

it.each([
  ['postgres://user:word@db.example.org:5433/name', 'postgres://user:word@db.example.org:5433/name'],
  ['postgres://user@/name?host=db.example.org&port=5433', 'postgres://user@db.example.org:5433/name'],
])('the address %s names no socket', (text, url) => {
  expect(readAddress(text)).toEqual({ url });
});

it.each(['', 'name', 'mysql://user@host/name', 'postgres://user:50%@host/name'])('%j is no address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});
