import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { freePort } from './free-port.js';

/** Tests with PgBouncer are skipped, and counted as such, where it is not installed. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface PgBouncer {
  /** Of the same database, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The settings that it drops instead of refusing clients that ask for them. */
const IGNORED = ['jit', 'random_page_cost', 'statement_timeout', 'extra_float_digits'];

/** A PgBouncer in transaction mode before a database, as most guides set it up. */
export async function startPgBouncer(database: string, { ignores = IGNORED } = {}): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'content-gen-pgbouncer-'));
  await chmod(folder, 0o755);
  const { hostname, port, pathname, username, password } = new URL(database);
  const name = pathname.slice(1);
  const own = await freePort();
  const ini = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
    `ignore_startup_parameters = ${ignores.join(',')}`,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), `${ini.join('\n')}\n`);
  // It refuses to run as root.
  const args = [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), join(folder, 'pgbouncer.ini')];
  const child = spawn('pgbouncer', args, { stdio: 'ignore' });
  const url = new URL(database);
  url.port = String(own);
  await answering(url.href);
  return {
    url: url.href,
    stop: async () => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, fetch_types: false, backoff: () => 0.05 });
  for (const deadline = Date.now() + 120_000; ; await sleep(50)) {
    const failure = await sql`select 1`.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return sql.end();
    if (Date.now() > deadline) throw failure;
  }
}
