import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { spawnOptions } from '../../../cli/src/database/process.js';
import { type Account, serverAccount } from '../../../cli/src/database/system-account.js';
import { freePort } from '../harness/free-port.js';

/** The programs of a PostgreSQL of this machine: the embedded one has neither `pg_dump` nor `pg_basebackup`. */
export const programs = findPrograms();

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const needed = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'pg_basebackup', 'psql'];
  return [...installed.toReversed(), found.stdout?.trim() ?? ''].find((folder) =>
    needed.every((name) => existsSync(join(folder, name))),
  );
}

export type Variables = Readonly<Record<string, string>>;

export interface SystemPostgres {
  /** Where commands run; also the place of the data. */
  readonly folder: string;
  readonly url: string;
  readonly port: number;
  /** Runs a script in the folder, as the account of the database. Fails with its output. */
  run(script: string, variables?: Variables): Promise<void>;
  /** The same as the account of this process. */
  runHere(script: string, variables?: Variables): Promise<void>;
  stop(): Promise<void>;
}

export async function startSystemPostgres(bin: string): Promise<SystemPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-backup-'));
  await chmod(folder, 0o755);
  const account = await serverAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const port = await freePort();
  const runAs = async (owner: Account | undefined, script: string, variables: Variables = {}) => {
    const { env, ...options } = spawnOptions(owner, folder);
    const PATH = `${bin}${delimiter}${process.env['PATH']}`;
    // The server that a script starts would keep a pipe open.
    const child = spawn('sh', ['-c', `exec >>output 2>&1\nset -eu\n${script}`], {
      ...options,
      env: { ...env, PATH, PGDATA: join(folder, 'data'), ...variables },
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`The script ended with ${String(code)}: ${await outputsIn(folder)}`);
  };
  const run = (script: string, variables?: Variables) => runAs(account, script, variables);
  await run('initdb --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync');
  await mkdir(join(folder, 'archive'));
  if (account) await chown(join(folder, 'archive'), account.uid, account.gid);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  await run(`pg_ctl start --wait --silent --log=postgres.log --options='${settings}'`);
  return {
    folder,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    run,
    runHere: (script, variables) => runAs(undefined, script, variables),
    stop: async () => {
      for (const data of ['data', 'recovered/data'])
        await run(`test ! -d ${data} || pg_ctl stop --pgdata=${data} --mode=immediate --silent || true`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function outputsIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name === 'output' || name.endsWith('.log'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.slice(-2_000)).join('\n');
}
