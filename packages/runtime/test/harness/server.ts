import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The same server that `content-gen serve` starts, which also runs where the workspace is closed to other accounts.
import { startEmbedded } from '../../../cli/src/database/embedded.js';
import { startOldest } from './oldest-postgres.js';
import { allowQuickSignIn } from './quick-sign-in.js';

export interface TestServer {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Autovacuum visits every database once in its time, and there are hundreds. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=1h'];

/** A PostgreSQL of its own, with nothing in it. */
export async function startServer(options: { readonly durable?: boolean } = {}): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  await chmod(root, 0o755);
  const settings = ['max_connections=200', ...(options.durable ? [] : careless)];
  // The deep suite also runs on the oldest PostgreSQL.
  const isOldest = process.env['TEST_POSTGRES'] === 'oldest';
  const server = isOldest ? await startOldest(root, settings) : await startEmbedded({ root, settings });
  await allowQuickSignIn(server.url);
  return {
    url: server.url,
    folder: server.folder,
    stop: async () => {
      await server.stop();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
