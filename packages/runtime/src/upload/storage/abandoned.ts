import { randomBytes } from 'node:crypto';
import { constants, readlinkSync } from 'node:fs';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import type { Intent, Storage } from '../../content/index.js';
import { hashesOf, isKey } from './keys.js';
import { checkPrivate } from './private-folder.js';

/** The staging folder of a process that has ended: unneeded files, and intents that may be half carried out. */
interface AbandonedFolder {
  readonly intents: readonly Intent[];
  clear(): Promise<void>;
}

/** How often a running process touches its folder. */
const HEARTBEAT_MS = 60_000;
/**
 * Other machines and containers may share the parent folder. A folder of another machine counts as abandoned after this
 * time.
 */
const ABANDONED_MS = 60 * HEARTBEAT_MS;

const machine = `${hostname()}-${processNamespace()}`.replace(/[^A-Za-z0-9-]/g, '-');
/**
 * Folder names of this process begin with this prefix. The random part tells it from an earlier process with the same
 * id.
 */
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

export async function findAbandoned({
  staging,
  place,
}: Pick<Storage, 'staging' | 'place'>): Promise<readonly AbandonedFolder[]> {
  // The first upload makes the folder.
  if (!(await checkPrivate(staging))) return [];
  const names = await readdir(staging.path);
  const abandoned = await Promise.all(names.map((name) => isAbandoned(staging.path, name)));
  const folders = names.filter((_, index) => abandoned[index]).map((name) => join(staging.path, name));
  return Promise.all(folders.map((folder) => read(folder, place)));
}

async function isAbandoned(parent: string, name: string): Promise<boolean> {
  const [, host, pid] = /^([^.]+)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
  if (host === undefined || name.startsWith(ownPrefix)) return false;
  if (!(await checkPrivate({ path: join(parent, name) }).catch(() => false))) return false;
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

async function read(folder: string, place: string): Promise<AbandonedFolder> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.intents'));
  const intents = await Promise.all(files.map((name) => readIntents(join(folder, name), place)));
  return { intents: intents.flat(), clear: () => rm(folder, { recursive: true, force: true }) };
}

/** The intents for this place, with only the keys of the files that the intents are about. */
async function readIntents(path: string, place: string): Promise<readonly Intent[]> {
  // The file of a process that ended while it wrote is incomplete: no intent of such a file was carried out.
  const noted: unknown = await readOwn(path)
    .then(JSON.parse)
    .catch(() => undefined);
  if (typeof noted !== 'object' || noted === null || !('place' in noted && 'intents' in noted)) return [];
  return noted.place === place && Array.isArray(noted.intents) ? noted.intents.flatMap(intentOf) : [];
}

/** Reads a file that this account wrote, and follows no link. */
async function readOwn(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { uid } = await file.stat();
    if (process.getuid !== undefined && uid !== process.getuid()) throw new Error(`${path} is of another account`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function intentOf(value: unknown): readonly Intent[] {
  if (typeof value !== 'object' || value === null || !('hash' in value && 'keys' in value)) return [];
  const { hash, keys } = value;
  if (typeof hash !== 'string' || !Array.isArray(keys)) return [];
  const own = keys.filter(
    (key): key is string => typeof key === 'string' && isKey(key) && hashesOf(key).includes(hash),
  );
  return [{ hash, keys: own }];
}
