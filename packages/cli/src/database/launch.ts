import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Binaries } from './binaries.js';
import type { DataLocation } from './data-folder.js';
import { type Postmaster, findPostmaster } from './postmaster.js';
import { DatabaseProblem } from './problem.js';
import { spawnOptions } from './process.js';

/** Temporary failures: the port is in use, or another server starts or ends on the same data. */
const PASSING = /could not bind|Address already in use|lock file .* already exists|shared memory block|starting up/;

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'cluster_name=content-gen'];

interface LaunchOptions {
  readonly settings?: readonly string[];
  readonly port?: number;
  readonly signal?: AbortSignal;
}

/** Starts a server and waits until it answers. Undefined after a temporary failure. */
export async function launch(
  location: DataLocation,
  binaries: Binaries,
  { settings = [], port, signal }: LaunchOptions,
): Promise<Postmaster | undefined> {
  const logFile = `${location.folder}.log`;
  const log = openSync(logFile, 'w');
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      location.folder,
      '-p',
      String(port ?? (await freePort())),
      ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]),
    ],
    {
      ...spawnOptions(location.account, dirname(location.folder)),
      stdio: ['ignore', log, log],
      // Ctrl-C signals every process of the terminal's group, but the database must outlive the requests that use it.
      detached: true,
    },
  );
  closeSync(log);
  child.unref();

  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.once('exit', () => (failure ??= new Error('PostgreSQL ended while it was starting.')));
  const stopOnExit = () => child.kill('SIGINT');
  process.once('exit', stopOnExit);

  // There is no timeout, because recovery after a crash can take long, and a server that fails ends by itself.
  for (;;) {
    const running = findPostmaster(location.folder);
    if (signal?.aborted) child.kill('SIGINT');
    else if (running?.pid === child.pid && running?.state === 'ready') {
      process.off('exit', stopOnExit);
      return running;
    }
    if (failure) break;
    await sleep(15);
  }
  process.off('exit', stopOnExit);
  signal?.throwIfAborted();
  const text = readFileSync(logFile, 'utf8').trim();
  if (PASSING.test(text)) {
    await sleep(200);
    return undefined;
  }
  throw new DatabaseProblem(`PostgreSQL did not start. The last lines of its log, ${logFile}:\n${lastLines(text)}`, {
    cause: failure,
  });
}

function lastLines(text: string): string {
  return text.split('\n').slice(-8).join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      // Only a server on a Unix socket has a text as its address.
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
