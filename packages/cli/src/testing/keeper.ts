import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { type EmbeddedDatabase, startEmbedded } from '../database/embedded.js';
import { messageOf } from '../diagnostics/thrown.js';
import { type Databases, openDatabases } from './databases.js';
import { receiveLine } from './line.js';
import { keeperFolder, removeKeeperAddress, writeKeeperAddress } from './place.js';

/** What a test file gets for as long as its connection to the keeper is open. */
export type KeeperReply = { readonly url: string; readonly uploads: string } | { readonly error: string };

/** How long a keeper waits for the next test file. */
const IDLE_MS = 3_000;

/** Nothing of a test has to outlive its machine. Autovacuum would visit every database. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'autovacuum_naptime=1h',
];

/**
 * Keeps one PostgreSQL for all test files of a project: a process of its own, because test files begin and end in any
 * order, and are killed. A test file holds its database by a connection. The keeper ends after the last connection.
 */
export async function keep(root: string): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  // A killed keeper has left its server, with databases of files that have ended.
  const database = await startEmbedded({ root: keeperFolder(root), fresh: true, settings: SETTINGS });
  try {
    await serveFiles(root, database, ending.signal);
  } finally {
    await removeKeeperAddress(root);
    await database.stop();
    await rm(dirname(database.folder), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Serves until no test file is left. */
async function serveFiles(root: string, { url }: EmbeddedDatabase, ended: AbortSignal): Promise<void> {
  const databases = openDatabases(root, url);
  const secret = randomBytes(18).toString('base64url');
  const leases = new Set<Promise<void>>();
  const server = createServer();
  const idle = new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, IDLE_MS);
    ended.addEventListener('abort', () => resolve());
    server.on('connection', (socket) => {
      clearTimeout(timer);
      const lease = serveFile(socket, databases, secret).finally(() => {
        leases.delete(lease);
        if (leases.size === 0) timer = setTimeout(resolve, IDLE_MS);
      });
      leases.add(lease);
    });
  });
  try {
    const { port } = await listening(server);
    await writeKeeperAddress(root, { port, secret });
    await idle;
  } finally {
    server.close();
    await databases.close();
  }
}

function listening(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
    });
  });
}

/** Gives a test file a database and a folder, and removes both when the connection ends, also by a kill. */
async function serveFile(socket: Socket, databases: Databases, secret: string): Promise<void> {
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const said = await receiveLine(socket);
  if (said === undefined || !isSecret(said, secret)) return void socket.destroy();
  const reply = (message: KeeperReply) => socket.write(`${JSON.stringify(message)}\n`);
  let name: string | undefined;
  const uploads = await mkdtemp(join(tmpdir(), 'content-gen-uploads-'));
  try {
    name = await databases.create();
    reply({ url: databases.urlOf(name), uploads });
  } catch (error) {
    reply({ error: messageOf(error) });
    socket.end();
  }
  await closed;
  await rm(uploads, { recursive: true, force: true, maxRetries: 5 });
  if (name !== undefined) await databases.drop(name).catch(() => undefined);
}

function isSecret(said: string, secret: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
