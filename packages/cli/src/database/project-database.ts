import { existsSync } from 'node:fs';

import { describeDatabase, envDatabaseAddress } from './database-url.js';
import { findBinaries } from './binaries.js';
import { openData, locateData } from './data-folder.js';
import { startEmbedded } from './embedded.js';
import { findPostmaster } from './postmaster.js';
import { primaryUrl } from './primary.js';
import { DatabaseProblem } from './problem.js';
import { variableName } from '../project/environment.js';

const EMBEDDED = 'the embedded one of this project';

interface ProjectDatabase {
  readonly url: string;
  readonly kind: 'embedded' | 'DATABASE_URL';
  /** Where the database is, without its password. */
  readonly place: string;
  close(): Promise<void>;
}

/**
 * Opens the project's database for one command: the one of `DATABASE_URL`, the one that a running `serve` uses, or the
 * embedded one, which is started and stopped again.
 */
export async function openProjectDatabase(root: string): Promise<ProjectDatabase> {
  return (await reachableDatabase(root)) ?? (await startedDatabase(root));
}

/** The project's database, if it can be reached without starting one. */
export async function reachableDatabase(root: string): Promise<ProjectDatabase | undefined> {
  const address = envDatabaseAddress();
  if (address === undefined) return runningDatabase(root);
  const url = await primaryUrl(address);
  const place = describeDatabase(url, variableName('DATABASE_URL'));
  return { url, kind: 'DATABASE_URL', place, close: async () => undefined };
}

/** Whether the project has a database: one in `DATABASE_URL`, or embedded data. */
export async function hasDatabase(root: string): Promise<boolean> {
  return Boolean(process.env['DATABASE_URL']) || existsSync((await locateData(root)).folder);
}

/** Fails for a project without a database, for commands to which a new database is of no use. */
export async function requireDatabase(root: string): Promise<void> {
  if (await hasDatabase(root)) return;
  throw new DatabaseProblem(
    'There is no database yet. Set DATABASE_URL, or run "content-gen serve" to start an embedded one.',
  );
}

async function runningDatabase(root: string): Promise<ProjectDatabase | undefined> {
  const location = await locateData(root);
  const running = findPostmaster(location.folder);
  if (running?.state !== 'ready') return undefined;
  const access = await openData(location.folder, await findBinaries(location.account));
  if (!access) return undefined;
  return {
    url: `postgres://postgres:${access.password}@127.0.0.1:${running.port}/postgres`,
    kind: 'embedded',
    place: EMBEDDED,
    close: async () => undefined,
  };
}

async function startedDatabase(root: string): Promise<ProjectDatabase> {
  const database = await startEmbedded({ root });
  return { url: database.url, kind: 'embedded', place: EMBEDDED, close: () => database.stop() };
}
