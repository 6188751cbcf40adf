import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import type { Intent } from '../../content/uploads.js';

/** The staging folder of a process that has ended: unneeded files, and intents that may be half carried out. */
export interface AbandonedFolder {
  readonly intents: readonly Intent[];
  clear(): Promise<void>;
}

/** How often a running process touches its folder. */
const HEARTBEAT_MS = 60_000;
/** Other machines and containers may share the parent folder. Their folders count as abandoned after so long. */
const ABANDONED_MS = 60 * HEARTBEAT_MS;

const machine = `${hostname()}-${processNamespace()}`.replace(/[^A-Za-z0-9-]/g, '-');
/** Folder names of this process begin with it. The random part tells it from an earlier process with the same id. */
const ownPrefix = `${machine}.${process.pid}.${randomBytes(6).toString('hex')}`;

/** Containers may share the name of their host, but each has its own numbering of processes. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has these namespaces.
    return '';
  }
}

/** Touches a folder regularly until the process ends, to show that it is in use. */
export function startHeartbeat(folder: string): void {
  const touch = () => utimes(folder, new Date(), new Date()).catch(() => undefined);
  setInterval(() => void touch(), HEARTBEAT_MS).unref();
}

/** A folder whose name says which process of which machine owns it. */
export function claimFolder(parent: string): string {
  return join(parent, `${ownPrefix}${randomBytes(6).toString('hex')}`);
}

export async function findAbandoned(parent: string): Promise<readonly AbandonedFolder[]> {
  const names = await readdir(parent).catch(noFolder);
  const abandoned = await Promise.all(names.map((name) => isAbandoned(parent, name)));
  const folders = names.filter((_, index) => abandoned[index]).map((name) => join(parent, name));
  return Promise.all(folders.map(read));
}

/** The first upload makes the folder. */
function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function isAbandoned(parent: string, name: string): Promise<boolean> {
  const [, host, pid] = /^([^.]+)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
  if (host === undefined || name.startsWith(ownPrefix)) return false;
  if (host === machine) return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(join(parent, name)).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs > ABANDONED_MS;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another account is alive, but may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function read(folder: string): Promise<AbandonedFolder> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.intents'));
  const intents = await Promise.all(files.map((name) => readIntents(join(folder, name))));
  return { intents: intents.flat(), clear: () => rm(folder, { recursive: true, force: true }) };
}

async function readIntents(file: string): Promise<readonly Intent[]> {
  try {
    // `Staging.note` wrote it.
    return JSON.parse(await readFile(file, 'utf8')) as readonly Intent[];
  } catch {
    // The file is incomplete, so the process ended before it carried out the intents.
    return [];
  }
}
