import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connect, freePort } from '../requests/database.mjs';

export function hasPgBouncer() {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/** A PgBouncer in transaction mode, which can be killed and comes back at the same address. */
export class Pooler {
  #file;
  #child;
  #url;

  static async start(root, database) {
    const pooler = new Pooler();
    const folder = join(root, 'pgbouncer');
    await mkdir(folder);
    await chmod(folder, 0o755);
    const { hostname, port, pathname, username, password } = new URL(database);
    const own = await freePort();
    const ini = [
      '[databases]',
      `postgres = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 12',
      'server_login_retry = 1',
      'ignore_startup_parameters = jit,random_page_cost,statement_timeout,extra_float_digits',
    ];
    pooler.#file = join(folder, 'pgbouncer.ini');
    await writeFile(pooler.#file, `${ini.join('\n')}\n`);
    const url = new URL(database);
    url.port = String(own);
    url.search = '?prepare=false';
    pooler.#url = url.href;
    await pooler.#launch();
    return pooler;
  }

  get url() {
    return this.#url;
  }

  async kill() {
    await this.stop();
    await this.#launch();
  }

  async stop() {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await closed;
  }

  async #launch() {
    // It refuses to run as root.
    const args = [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), this.#file];
    this.#child = spawn('pgbouncer', args, { stdio: 'ignore' });
    const sql = connect(this.#url.replace('?prepare=false', ''));
    for (let tries = 0; ; tries++) {
      const failure = await sql.unsafe('select 1').then(
        () => undefined,
        (error) => error,
      );
      if (failure === undefined) return sql.end();
      if (tries > 200) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
