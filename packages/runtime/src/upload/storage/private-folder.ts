import { chmod, lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { StagingFolder } from '../../content/index.js';

const ROOT = 0;

/** Makes a folder that only the account of this process can enter. */
export async function makePrivate(folder: StagingFolder): Promise<void> {
  await mkdir(dirname(folder.path), { recursive: true });
  await mkdir(folder.path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await checkPrivate(folder);
}

/**
 * Refuses a folder that another account could have made or replaced: the server deletes the files that records in it
 * name. Returns whether there is such a folder.
 */
export async function checkPrivate({ path, state }: StagingFolder): Promise<boolean> {
  const account = process.getuid?.();
  const [above, found] = [state === undefined ? undefined : await folderAt(state), await folderAt(path)];
  if (above !== undefined && above.uid !== ROOT) requireOwner(above, account);
  if (found === undefined) return false;
  requireOwner(found, account);
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700);
  return true;
}

interface Folder {
  readonly path: string;
  readonly uid: number;
  readonly mode: number;
}

async function folderAt(path: string): Promise<Folder | undefined> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) throw new Error(`${path} must be a folder, and not a link: uploads are unsafe in it`);
  return { path, uid: found.uid, mode: found.mode };
}

/** Windows has no numbers of accounts. */
function requireOwner({ path, uid }: Folder, account: number | undefined): void {
  if (account === undefined || uid === account) return;
  throw new Error(
    `${path} must belong to the account of the server (${account}), not to ${uid}: uploads are unsafe in it`,
  );
}
