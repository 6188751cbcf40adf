import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

import type { Intent } from './staging.js';

/** What a process that is gone has left: files nobody will ask for, and intents that may have been half carried out. */
export interface Remains {
  readonly intents: readonly Intent[];
  clear(): Promise<void>;
}

/** A process that is at work shows it by the time of its folder this often. */
const SIGN_OF_LIFE_MS = 60_000;
/** Other machines and containers may share the folder. Who of them has shown nothing for so long is gone. */
const PATIENCE_MS = 60 * SIGN_OF_LIFE_MS;

const machine = `${hostname()}-${processSpace()}`.replace(/[^A-Za-z0-9-]/g, '-');
const own = new Set<string>();

/** Containers can have the name of their host, but the numbers of their processes are their own. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Says from time to time that the owner of a folder is at work, as long as it is. */
export function showLife(folder: string): void {
  const show = () => utimes(folder, new Date(), new Date()).catch(() => undefined);
  setInterval(() => void show(), SIGN_OF_LIFE_MS).unref();
}

/** A folder that says whose it is: machine, process, and which of its folders. */
export function claimFolder(parent: string): string {
  const folder = join(parent, `${machine}.${process.pid}.${randomBytes(6).toString('hex')}`);
  own.add(basename(folder));
  return folder;
}

export async function findRemains(parent: string): Promise<readonly Remains[]> {
  const names = await readdir(parent).catch(noFolder);
  const abandoned = await Promise.all(names.map((name) => isAbandoned(parent, name)));
  const folders = names.filter((_, index) => abandoned[index]).map((name) => join(parent, name));
  return Promise.all(folders.map(read));
}

/** Before the first upload there is none. */
function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function isAbandoned(parent: string, name: string): Promise<boolean> {
  const [, host, pid] = /^([^.]+)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
  if (host === undefined || own.has(name)) return false;
  if (host === machine) return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(join(parent, name)).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs > PATIENCE_MS;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function read(folder: string): Promise<Remains> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.intents'));
  const intents = await Promise.all(files.map((name) => readIntents(join(folder, name))));
  return { intents: intents.flat(), clear: () => rm(folder, { recursive: true, force: true }) };
}

/** A note that was cut short was never acted upon. */
async function readIntents(file: string): Promise<readonly Intent[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as readonly Intent[];
  } catch {
    return [];
  }
}
