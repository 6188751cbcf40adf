import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running PostgreSQL server, as described by its lock file. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly state: 'starting' | 'ready' | 'stopping';
}

/** The server of a data folder, if one runs. Ignores a lock file that a crash left behind. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = lockFile(folder);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !runsIn(pid, folder)) return undefined;

  const state = lines[7]?.trim();
  return { pid, port: Number(lines[3]), state: state === 'ready' || state === 'stopping' ? state : 'starting' };
}

/**
 * Stops a server with a fast shutdown, then with an immediate one. PostgreSQL recovers committed data at the next
 * start. In an immediate shutdown, PostgreSQL kills its own processes after five seconds, so the server gets more than
 * five seconds to end.
 */
export async function stopPostmaster(folder: string, pid: number): Promise<boolean> {
  for (const [signal, patience] of [
    ['SIGINT', 1200],
    ['SIGQUIT', 30_000],
  ] as const) {
    if (!signalPostmaster(folder, pid, signal)) return true;
    if (await ended(folder, pid, patience)) return true;
  }
  return false;
}

/** Signals a server without waiting, which an exit handler cannot do. Returns whether there was a server. */
export function signalPostmaster(folder: string, pid: number, signal: NodeJS.Signals): boolean {
  if (!runsIn(pid, folder)) return false;
  process.kill(pid, signal);
  return true;
}

async function ended(folder: string, pid: number, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (runsIn(pid, folder)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

function lockFile(folder: string): readonly string[] | undefined {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/**
 * Whether the process works in the folder. Systems reuse process ids, so the id in a lock file may belong to another
 * program.
 */
function runsIn(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === 'linux') {
      // The working directory of a server is its data folder, even after a rename. A zombie has none.
      const [cwd, data] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
      return cwd.ino === data.ino && cwd.dev === data.dev;
    }
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}
