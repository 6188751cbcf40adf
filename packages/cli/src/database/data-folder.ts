import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { type Account, canReach, serverAccount } from './system-account.js';
import type { Binaries } from './binaries.js';
import { isAlive } from '../files/live-process.js';
import { runToEnd } from './process.js';
import { DatabaseProblem } from './problem.js';

/** The password is random, because other users of the machine must not log in. */
export interface Access {
  readonly password: string;
}

export interface DataLocation {
  readonly folder: string;
  readonly account: Account | undefined;
  /** Whether the folder is outside the project. */
  readonly moved: boolean;
}

/**
 * The data folder of a project: inside the project, or in the folder for temporary files if PostgreSQL cannot reach it.
 */
export async function locateData(root: string): Promise<DataLocation> {
  const own = join(root, '.content-gen', 'postgres');
  const account = await serverAccount(own);
  if (await canReach(account, own)) return { folder: own, account, moved: false };

  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `content-gen-${key}`, 'postgres');
  if (await mkdir(dirname(folder), { recursive: true })) await chmod(dirname(folder), 0o755);
  const { uid, mode } = await stat(dirname(folder));
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0 || !(await canReach(account, folder))) {
    throw new DatabaseProblem(
      `The account of PostgreSQL has no access to ${own}, and ${folder} is not safe to use. ` +
        'Move the project to another folder, or set DATABASE_URL to your own database.',
    );
  }
  return { folder, account, moved: true };
}

/** Creates the data folder. The folder appears complete or not at all, because the last step renames the folder. */
export async function createData(
  { folder, account }: DataLocation,
  binaries: Binaries,
  signal?: AbortSignal,
): Promise<Access> {
  const unfinished = `${folder}-${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  const access: Access = { password: randomBytes(18).toString('base64url') };
  const owned = async (path: string) => account && chown(path, account.uid, account.gid);

  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await owned(unfinished);
    await writeFile(passwordFile, access.password, { mode: 0o600 });
    await owned(passwordFile);
    await runToEnd(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--pwfile=${passwordFile}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The builtin collation sorts the same on every system.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { account, cwd: dirname(folder), ...(signal === undefined ? {} : { signal }) },
    );
    await writeFile(accessFile(unfinished), JSON.stringify(access), { mode: 0o600 });
    await owned(accessFile(unfinished));
    await rename(unfinished, folder);
    await removeAbandoned(folder);
    return access;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes folders that killed processes left unfinished. */
async function removeAbandoned(folder: string): Promise<void> {
  const start = `${basename(folder)}-`;
  const abandoned = (await readdir(dirname(folder))).filter(
    (name) => name.startsWith(start) && !isAlive(Number.parseInt(name.slice(start.length))),
  );
  // The initdb of a killed process may run a moment longer.
  const patiently = { recursive: true, force: true, maxRetries: 5 };
  await Promise.all(abandoned.map((name) => rm(join(dirname(folder), name), patiently).catch(() => undefined)));
}

/** Reads the password of a data folder. Undefined if there is no data. */
export async function openData(folder: string, binaries: Binaries): Promise<Access | undefined> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new DatabaseProblem(
      `The data in ${folder} belongs to another user (${error.code}). Run the command as that user, or delete the folder.`,
    );
  });
  if (version === undefined) return undefined;
  if (version.trim() !== binaries.major) {
    throw new DatabaseProblem(
      `PostgreSQL ${version.trim()} wrote the data in ${folder}, and PostgreSQL ${binaries.major} cannot read it. ` +
        'Start with --fresh to begin with an empty database.',
    );
  }
  const access: Access = JSON.parse(await readFile(accessFile(folder), 'utf8'));
  return access;
}

function accessFile(folder: string): string {
  return join(folder, 'content-gen.json');
}
