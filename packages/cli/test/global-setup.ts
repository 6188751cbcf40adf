import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestProject } from 'vitest/node';

import { allowQuickSignIn } from '../../runtime/test/harness/quick-sign-in.js';
import { startEmbedded } from '../src/database/embedded.js';
import { codeFile } from '../src/syntax/compiler.js';
import { findChromium } from './studio/chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that the tests of one run share. */
    postgres: string;
    /** A `.content-gen` with an empty database in it, for projects to begin with. */
    database: string;
    /** V8's code of the compiler, for projects to begin with, because compiling it takes longer than most commands. */
    compilerCode: string;
    /** The program of a Chromium, or nothing. */
    chromium: string;
    /** A folder for caches that served projects leave to others with the same definitions. */
    caches: string;
  }
}

/** A test does not wait for the disk. PostgreSQL still keeps all commits when its processes are killed. */
const withoutSync = 'fsync=off\nfull_page_writes=off\n';

const bin = fileURLToPath(new URL('../bin/content-gen.js', import.meta.url));

/** One PostgreSQL for tests that need any database, and a copy of its first data for tests that start one themselves. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-test-'));
  // PostgreSQL may run under another account, and temporary folders are closed to others.
  await chmod(root, 0o755);
  const first = await startEmbedded({ root });
  await allowQuickSignIn(first.url);
  await first.stop();
  await appendFile(join(first.folder, 'postgresql.conf'), withoutSync);
  const copy = join(root, 'copy');
  execFileSync('cp', ['-a', join(root, '.content-gen'), copy]);
  project.provide('database', copy);

  project.provide('chromium', await findChromium());
  project.provide('compilerCode', await compile(join(root, 'compiler')));
  const caches = join(root, 'caches');
  await mkdir(caches);
  project.provide('caches', caches);

  // Autovacuum visits every database once in its time, and there are hundreds.
  const settings = ['synchronous_commit=off', 'max_connections=200', 'autovacuum_naptime=1h'];
  const server = await startEmbedded({ root, settings });
  project.provide('postgres', server.url);
  return async () => {
    await server.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Runs a command that reads one definition, and returns the code that it kept. */
async function compile(root: string): Promise<string> {
  await mkdir(join(root, 'content'), { recursive: true });
  const text = `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({ attributes: {} });\n`;
  await writeFile(join(root, 'content', 'article.ts'), text);
  execFileSync(process.execPath, [bin, 'check'], { cwd: root });
  return join(root, '.content-gen', 'cache', codeFile);
}
