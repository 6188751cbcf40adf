import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { findBinaries } from '../../../cli/src/database/binaries.js';
import { spawnOptions } from '../../../cli/src/database/process.js';
import { serverAccount } from '../../../cli/src/database/system-account.js';
import { freePort } from './free-port.js';
import type { TestServer } from './server.js';

export interface Standby {
  /** Of the database `postgres`. */
  readonly url: string;
  /** Waits until it has everything that the primary has committed. */
  caughtUp(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A hot standby of a server, made from a copy of its files while it runs. */
export async function startStandby(primary: TestServer): Promise<Standby> {
  const root = await mkdtemp(join(tmpdir(), 'content-gen-standby-'));
  await chmod(root, 0o755);
  const folder = join(root, 'data');
  const account = await serverAccount(primary.folder);
  const owned = async (path: string) => account && chown(path, account.uid, account.gid);
  const admin = postgres(primary.url, { max: 1, onnotice: () => undefined });
  await copyData(admin, primary.folder, folder);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const written = { 'standby.signal': '', 'postgresql.auto.conf': `primary_conninfo = '${source}'\n` };
  for (const [name, text] of Object.entries(written)) {
    await writeFile(join(folder, name), text);
    await owned(join(folder, name));
  }
  if (account) await chownAll(folder, account);

  const { postgres: program } = await findBinaries(account);
  const own = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];
  const args = ['-D', folder, '-p', String(own), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(program, args, { ...spawnOptions(account, root), stdio: 'ignore' });
  const url = new URL(primary.url);
  url.port = String(own);
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  await answering(sql);
  return {
    url: url.href,
    caughtUp: async () => {
      const [now] = await admin<{ at: string }[]>`select pg_current_wal_flush_lsn()::text as at`;
      const reached = () =>
        sql<{ done: boolean }[]>`select pg_last_wal_replay_lsn() >= ${now?.at ?? ''}::pg_lsn as done`;
      while (!(await reached())[0]?.done) await sleep(20);
    },
    promote: async () => void (await sql`select pg_promote()`),
    stop: async () => {
      await Promise.all(
        [admin.end({ timeout: 1 }), sql.end({ timeout: 1 })].map((ended) => ended.catch(() => undefined)),
      );
      await ended(child);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Copies the files of a running server, with the label that tells the copy where to begin its recovery. */
async function copyData(admin: postgres.Sql, from: string, to: string): Promise<void> {
  await admin`select pg_backup_start('standby', true)`;
  const filter = (path: string) => !/postmaster\.(pid|opts)$/.test(path);
  // Files may vanish while they are copied; the recovery does not need those.
  await cp(from, to, { recursive: true, filter, preserveTimestamps: true });
  const [stopped] = await admin<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
  await writeFile(join(to, 'backup_label'), stopped?.label ?? '');
  await chmod(to, 0o700);
}

async function chownAll(folder: string, { uid, gid }: { readonly uid: number; readonly gid: number }): Promise<void> {
  const child = spawn('chown', ['-R', `${uid}:${gid}`, folder]);
  await new Promise((resolve) => child.once('close', resolve));
}

async function answering(sql: postgres.Sql): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await sleep(50)) {
    const failure = await sql`select 1`.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    if (Date.now() > deadline) throw failure;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGQUIT');
  await closed;
}
