import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

import type { Account } from './system-account.js';

/** Options for starting PostgreSQL programs: their account, a folder that it can reach, and no `PG…` variables. */
export function spawnOptions(account: Account | undefined, cwd: string): SpawnOptions {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  return { ...account, cwd, env: { ...env, LC_ALL: 'C' } };
}

interface RunOptions {
  readonly account: Account | undefined;
  readonly cwd: string;
  /** Aborted when the caller does not need the result any more. */
  readonly signal?: AbortSignal;
}

export async function runToEnd(
  program: string,
  args: readonly string[],
  { account, cwd, signal }: RunOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, args, {
    ...spawnOptions(account, cwd),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal does not reach it, and it can be killed with its children.
    detached: true,
  });
  const end = () => killGroup(child);
  signal?.addEventListener('abort', end);
  process.once('exit', end);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  signal?.removeEventListener('abort', end);
  process.off('exit', end);
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${complaint.trim()}`);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has just ended by itself.
  }
}
