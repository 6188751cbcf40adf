import { link, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isAlive } from '../files/live-process.js';
import { replaceFile } from '../files/replace-file.js';

/** How test files reach the keeper of a project. The secret keeps other users of the machine out. */
export interface KeeperAddress {
  readonly port: number;
  readonly secret: string;
}

/** The folder of the keeper, with its address, its lock, its log and its PostgreSQL. */
export function keeperFolder(root: string): string {
  return join(root, '.content-gen', 'test');
}

/** What a keeper prints, which is read when it fails. */
export function keeperLog(root: string): string {
  return join(keeperFolder(root), 'keeper.log');
}

export async function removeKeeperLog(root: string): Promise<void> {
  await rm(keeperLog(root), { force: true });
}

export async function readKeeperAddress(root: string): Promise<KeeperAddress | undefined> {
  try {
    const address: KeeperAddress = JSON.parse(await readFile(addressFile(root), 'utf8'));
    return address;
  } catch {
    return undefined;
  }
}

export async function writeKeeperAddress(root: string, address: KeeperAddress): Promise<void> {
  await replaceFile(addressFile(root), JSON.stringify(address), { mode: 0o600 });
}

export async function removeKeeperAddress(root: string): Promise<void> {
  await rm(addressFile(root), { force: true });
}

/** Whether a running process holds the lock of a project. */
export async function hasKeeper(root: string): Promise<boolean> {
  return isHeld(await holderOf(lockFile(root)));
}

/** Makes this process the keeper of a project, unless another running process is. */
export async function takeKeeperLock(root: string): Promise<boolean> {
  const lock = lockFile(root);
  const own = `${lock}-${process.pid}`;
  await mkdir(keeperFolder(root), { recursive: true });
  await writeFile(own, String(process.pid));
  try {
    // A link fails where the file exists, and is never half written.
    while (!(await link(own, lock).then(() => true, isTaken))) {
      const holder = await holderOf(lock);
      if (isHeld(holder)) return false;
      await removeStale(lock, holder);
    }
    return true;
  } finally {
    await rm(own, { force: true });
  }
}

/** The lock comes last, because another keeper may start as soon as it is gone. */
export async function releaseKeeperLock(root: string): Promise<void> {
  await rm(lockFile(root), { force: true });
  // A log of a failure stays, and so does the folder then.
  await rmdir(keeperFolder(root)).catch(() => undefined);
}

function addressFile(root: string): string {
  return join(keeperFolder(root), 'keeper.json');
}

function lockFile(root: string): string {
  return join(keeperFolder(root), 'keeper.pid');
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

function isHeld(holder: number): boolean {
  return holder !== 0 && isAlive(holder);
}

/** The process id in a lock; 0 if there is none. */
async function holderOf(lock: string): Promise<number> {
  return Number.parseInt(await readFile(lock, 'utf8').catch(() => '0'), 10) || 0;
}

/** Removes the lock of a killed keeper. Another process may have replaced it since it was read; then it goes back. */
async function removeStale(lock: string, holder: number): Promise<void> {
  const removed = `${lock}-${process.pid}-stale`;
  await rename(lock, removed).catch(() => undefined);
  const found = await holderOf(removed);
  if (found !== 0 && found !== holder) await link(removed, lock).catch(() => undefined);
  await rm(removed, { force: true });
}
