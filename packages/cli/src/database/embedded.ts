import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Binaries, findBinaries } from './binaries.js';
import { lockServer } from './serve-lock.js';
import { type Access, type DataLocation, createData, openData, locateData } from './data-folder.js';
import { launch } from './launch.js';
import { type Postmaster, findPostmaster, signalPostmaster, stopPostmaster } from './postmaster.js';
import { DatabaseProblem } from './problem.js';

export type EmbeddedProgress =
  | { readonly kind: 'moved'; readonly folder: string }
  | { readonly kind: 'creating'; readonly folder: string }
  | { readonly kind: 'adopted'; readonly pid: number };

export interface EmbeddedOptions {
  /** The project. */
  readonly root: string;
  /** Begin with an empty database. */
  readonly fresh?: boolean;
  /** Settings of the server, as in postgresql.conf: `fsync=off`. */
  readonly settings?: readonly string[];
  /** Where it listens; any free port without one. */
  readonly port?: number;
  readonly report?: (progress: EmbeddedProgress) => void;
  /** Aborted when nobody waits for the server any more. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedDatabase {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has ended, whoever ended it. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** Processes of a server that was killed can hold its memory for a while on a busy machine. */
const PATIENCE_MS = 15_000;

/** Starts the project's own PostgreSQL, or takes over the one that a killed process left running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { report = () => undefined, signal } = options;
  const location = await locateData(options.root);
  const binaries = await findBinaries(location.account);
  if (location.moved) report({ kind: 'moved', folder: location.folder });

  if (options.fresh) {
    const running = await takeOver(location, binaries, report);
    await running?.stop();
    await rm(location.folder, { recursive: true, force: true });
  }
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const running = await takeOver(location, binaries, report);
    if (running) return running;

    signal?.throwIfAborted();
    const access = (await openData(location.folder, binaries)) ?? (await makeData(location, binaries, options));
    // A lock file without a server is what a crash left; PostgreSQL itself minds only whether its process id is in use.
    await rm(join(location.folder, 'postmaster.pid'), { force: true });
    const launched = await launch(location, binaries, options);
    if (launched) return owned(location, access, { ...launched, isOurs: true });
  }
  throw new DatabaseProblem(`PostgreSQL did not start. Its log is ${location.folder}.log`);
}

async function makeData(location: DataLocation, binaries: Binaries, { report, signal }: EmbeddedOptions) {
  report?.({ kind: 'creating', folder: location.folder });
  return createData(location, binaries, signal);
}

/** The server that runs on the data already: ours to use unless another `serve` holds it. */
async function takeOver(
  location: DataLocation,
  binaries: Binaries,
  report: (progress: EmbeddedProgress) => void,
): Promise<EmbeddedDatabase | undefined> {
  const deadline = Date.now() + 10_000;
  for (let running = findPostmaster(location.folder); running; running = findPostmaster(location.folder)) {
    const access = running.state === 'ready' ? await openData(location.folder, binaries) : undefined;
    const database = access && (await owned(location, access, { ...running, isOurs: false }).catch(unlessGone));
    if (database) {
      report({ kind: 'adopted', pid: running.pid });
      return database;
    }
    if (Date.now() > deadline && !(await stopPostmaster(location.folder, running.pid))) {
      throw new DatabaseProblem(
        `PostgreSQL (process ${running.pid}) holds ${location.folder} and does not answer. Stop it.`,
      );
    }
    await sleep(50);
  }
  return undefined;
}

/** A server can end while it is spoken to. Then there is nothing to take over, and the next look will tell. */
function unlessGone(error: unknown): undefined {
  if (error instanceof DatabaseProblem) throw error;
}

interface Running extends Postmaster {
  /** We have started it; otherwise it may be somebody else's until it is claimed. */
  readonly isOurs: boolean;
}

async function owned(
  location: DataLocation,
  access: Access,
  { pid, port, isOurs }: Running,
): Promise<EmbeddedDatabase> {
  const url = `postgres://postgres:${access.password}@127.0.0.1:${port}/postgres`;
  // However this process ends, short of being killed, the server ends with it.
  const lastMoment = () => signalPostmaster(location.folder, pid, 'SIGINT');
  if (isOurs) process.once('exit', lastMoment);
  const { lost, release } = await lockServer(url, location.folder);
  if (!isOurs) process.once('exit', lastMoment);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    await stopPostmaster(location.folder, pid);
    process.off('exit', lastMoment);
  };
  return { url, folder: location.folder, pid, port, lost, stop: () => (stopping ??= stop()) };
}
