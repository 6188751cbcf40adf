import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { DatabaseProblem } from './problem.js';

const run = promisify(execFile);

/** The system account that PostgreSQL runs under. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root needs another account for it. Other users use their own. */
export async function serverAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  // Existing data keeps its owner.
  const owner = await stat(folder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await findAccount();
  if (existing) return existing;

  try {
    await run('groupadd', ['--force', 'postgres']);
    await run('useradd', ['--gid', 'postgres', '--no-create-home', 'postgres']);
  } catch (error) {
    throw new DatabaseProblem(
      'PostgreSQL refuses to run as root, and content-gen could not create the account "postgres" for it. ' +
        'Run the command as another user, or set DATABASE_URL to your own database.',
      { cause: error },
    );
  }
  return findAccount();
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Whether an account can reach a folder, which may not exist yet: it needs access to every folder above. */
export async function canReach(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true;
  const path = await realpath(folder).catch(() => undefined);
  if (path === undefined) return canReach(account, dirname(folder));

  const { mode, uid, gid } = await stat(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return path === dirname(path) || canReach(account, dirname(path));
}
