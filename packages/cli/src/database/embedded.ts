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

interface EmbeddedOptions {
  /** The folder of the project, absolute. */
  readonly root: string;
  /** Start with an empty database. */
  readonly fresh?: boolean;
  /** Server settings as in postgresql.conf: `fsync=off`. */
  readonly settings?: readonly string[];
  /** The port. Default: any free port. */
  readonly port?: number;
  readonly report?: (progress: EmbeddedProgress) => void;
  /** Aborted when the caller does not need the server any more. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedDatabase {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has ended for any reason. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** On a busy machine, processes of a killed server can hold its shared memory for a while. */
const PATIENCE_MS = 60_000;

/** Starts the embedded PostgreSQL of a project, or adopts the server that a killed process left running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { report = () => undefined, signal } = options;
  const location = await locateData(options.root);
  const binaries = await findBinaries(location.account);
  if (location.moved) report({ kind: 'moved', folder: location.folder });

  if (options.fresh) {
    const running = await adoptRunning(location, binaries, report);
    await running?.stop();
    await rm(location.folder, { recursive: true, force: true });
  }
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const running = await adoptRunning(location, binaries, report);
    if (running) return running;

    signal?.throwIfAborted();
    const access = (await openData(location.folder, binaries)) ?? (await makeData(location, binaries, options));
    // The lock file is left from a crash. PostgreSQL would refuse to start if another process has its process id by
    // now.
    await rm(join(location.folder, 'postmaster.pid'), { force: true });
    const launched = await launch(location, binaries, options);
    if (launched) return lockDatabase(location, access, { ...launched, isOurs: true });
  }
  throw new DatabaseProblem(`PostgreSQL did not start. Read its log, ${location.folder}.log.`);
}

async function makeData(location: DataLocation, binaries: Binaries, { report, signal }: EmbeddedOptions) {
  report?.({ kind: 'creating', folder: location.folder });
  return createData(location, binaries, signal);
}

/** Adopts a server that already runs on the data, unless another `serve` holds its lock. */
async function adoptRunning(
  location: DataLocation,
  binaries: Binaries,
  report: (progress: EmbeddedProgress) => void,
): Promise<EmbeddedDatabase | undefined> {
  const deadline = Date.now() + 10_000;
  for (let running = findPostmaster(location.folder); running; running = findPostmaster(location.folder)) {
    const access = running.state === 'ready' ? await openData(location.folder, binaries) : undefined;
    const database =
      access && (await lockDatabase(location, access, { ...running, isOurs: false }).catch(ignoreLostServer));
    if (database) {
      report({ kind: 'adopted', pid: running.pid });
      return database;
    }
    if (Date.now() > deadline && !(await stopPostmaster(location.folder, running.pid))) {
      throw new DatabaseProblem(
        `PostgreSQL (process ${running.pid}) uses ${location.folder} but does not answer. End the process.`,
      );
    }
    await sleep(50);
  }
  return undefined;
}

/** A server can end during the connection attempt. Then the caller starts a new server. */
function ignoreLostServer(error: unknown): undefined {
  if (error instanceof DatabaseProblem) throw error;
}

interface Running extends Postmaster {
  /** Whether this process started the server. Another `serve` may own a server that was found running. */
  readonly isOurs: boolean;
}

async function lockDatabase(
  location: DataLocation,
  access: Access,
  { pid, port, isOurs }: Running,
): Promise<EmbeddedDatabase> {
  const url = `postgres://postgres:${access.password}@127.0.0.1:${port}/postgres`;
  // The server ends with this process, unless the process is killed.
  const stopOnExit = () => signalPostmaster(location.folder, pid, 'SIGINT');
  if (isOurs) process.once('exit', stopOnExit);
  const { lost, release } = await lockServer(url, location.folder);
  if (!isOurs) process.once('exit', stopOnExit);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    await stopPostmaster(location.folder, pid);
    process.off('exit', stopOnExit);
  };
  return { url, folder: location.folder, pid, port, lost, stop: () => (stopping ??= stop()) };
}
