import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { startEmbedded } from '../src/database/embedded.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that the tests of one run share. */
    postgres: string;
    /** A `.content-gen` with an empty database in it, for projects to begin with. */
    database: string;
  }
}

/** One PostgreSQL for tests that need any database, and a copy of its first data for tests that start one themselves. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  // PostgreSQL may run under another account, and temporary folders are closed to others.
  await chmod(root, 0o755);
  const first = await startEmbedded({ root });
  await first.stop();
  const copy = join(root, 'copy');
  execFileSync('cp', ['-a', join(root, '.content-gen'), copy]);
  project.provide('database', copy);

  const server = await startEmbedded({ root, settings: ['fsync=off', 'max_connections=200'] });
  project.provide('postgres', server.url);
  return async () => {
    await server.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
}
