import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Binaries, findBinaries } from './binaries.js';
import { claim } from './serve-lock.js';
import { type Access, type Place, createData, openData, placeFor } from './data-folder.js';
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
  const place = await placeFor(options.root);
  const binaries = await findBinaries(place.account);
  if (place.moved) report({ kind: 'moved', folder: place.folder });

  if (options.fresh) {
    const running = await takeOver(place, binaries, report);
    await running?.stop();
    await rm(place.folder, { recursive: true, force: true });
  }
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const running = await takeOver(place, binaries, report);
    if (running) return running;

    signal?.throwIfAborted();
    const access = (await openData(place.folder, binaries)) ?? (await makeData(place, binaries, options));
    // A lock file without a server is what a crash left; PostgreSQL itself minds only whether its process id is in use.
    await rm(join(place.folder, 'postmaster.pid'), { force: true });
    const launched = await launch(place, binaries, options);
    if (launched) return owned(place, access, { ...launched, isOurs: true });
  }
  throw new DatabaseProblem(`PostgreSQL did not start. Its log is ${place.folder}.log`);
}

async function makeData(place: Place, binaries: Binaries, { report, signal }: EmbeddedOptions) {
  report?.({ kind: 'creating', folder: place.folder });
  await createData(place, binaries, signal);
  return (await openData(place.folder, binaries))!;
}

/** The server that runs on the data already: ours to use unless another `serve` holds it. */
async function takeOver(
  place: Place,
  binaries: Binaries,
  report: (progress: EmbeddedProgress) => void,
): Promise<EmbeddedDatabase | undefined> {
  const deadline = Date.now() + 10_000;
  for (let running = findPostmaster(place.folder); running; running = findPostmaster(place.folder)) {
    const access = running.state === 'ready' ? await openData(place.folder, binaries) : undefined;
    const database = access && (await owned(place, access, { ...running, isOurs: false }).catch(unlessGone));
    if (database) {
      report({ kind: 'adopted', pid: running.pid });
      return database;
    }
    if (Date.now() > deadline && !(await stopPostmaster(place.folder, running.pid))) {
      throw new DatabaseProblem(
        `PostgreSQL (process ${running.pid}) holds ${place.folder} and does not answer. Stop it.`,
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

async function owned(place: Place, access: Access, { pid, port, isOurs }: Running): Promise<EmbeddedDatabase> {
  const url = `postgres://postgres:${access.password}@127.0.0.1:${port}/postgres`;
  // However this process ends, short of being killed, the server ends with it.
  const lastMoment = () => signalPostmaster(place.folder, pid, 'SIGINT');
  if (isOurs) process.once('exit', lastMoment);
  const { lost, release } = await claim(url, place.folder);
  if (!isOurs) process.once('exit', lastMoment);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    await stopPostmaster(place.folder, pid);
    process.off('exit', lastMoment);
  };
  return { url, folder: place.folder, pid, port, lost, stop: () => (stopping ??= stop()) };
}
