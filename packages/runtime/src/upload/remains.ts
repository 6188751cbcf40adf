import { randomBytes } from 'node:crypto';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

import type { Intent } from './staging.js';

/** What a process that is gone has left: files nobody will ask for, and intents that may have been half carried out. */
export interface Remains {
  readonly intents: readonly Intent[];
  clear(): Promise<void>;
}

/** Another machine may share the folder, and nobody here can tell whether its processes live: those get a day. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-');
const own = new Set<string>();

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
