import { spawn } from 'node:child_process';

import type { Terminal } from '../terminal/terminal.js';
import type { MissingTools } from './problem.js';

/** Offers to install the tools of a move, and returns whether they were installed. Only a user at a terminal is asked. */
export async function offerInstallation(terminal: Terminal, { reason, command }: MissingTools): Promise<boolean> {
  if (!terminal.interactive) return false;
  terminal.report(reason);
  if (!(await terminal.ask(`Run ${command.join(' ')}?`))) return false;
  return (await run(command, terminal.cwd)) === 0;
}

/** Runs a package manager in the terminal of the user, and returns its exit code. */
function run([program = '', ...args]: readonly string[], cwd: string): Promise<number | null> {
  // On Windows, package managers are scripts, which need a shell. All words are ours.
  const child = spawn(program, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
}
