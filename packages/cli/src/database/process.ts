import { type SpawnOptions, spawn } from 'node:child_process';

import type { Account } from './account.js';

/** How programs of PostgreSQL are started: under their account, from a folder it can be in, deaf to the caller's `PG…` variables. */
export function spawnOptions(account: Account | undefined, cwd: string): SpawnOptions {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  return { ...account, cwd, env: { ...env, LC_ALL: 'C' } };
}

export async function runToEnd(
  program: string,
  args: readonly string[],
  { account, cwd }: { account: Account | undefined; cwd: string },
): Promise<void> {
  const child = spawn(program, args, { ...spawnOptions(account, cwd), stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${complaint.trim()}`);
}
