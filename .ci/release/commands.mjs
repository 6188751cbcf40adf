import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A script of the workspace, by its path below the root. */
export function node(script, ...args) {
  return [process.execPath, join(root, script), ...args];
}

export function npm(...args) {
  // Started by npm, `npm_execpath` is its script: running that needs no shell on any system.
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script, ...args] : ['npm', ...args];
}

/** Shows the output of a command that has to succeed. */
export function run(command, { cwd = root } = {}) {
  spawn(command, { cwd, stdio: 'inherit' });
}

/** The trimmed output of a command; `undefined` when it fails and may fail. */
export function output(command, { cwd = root, mayFail = false } = {}) {
  const stdio = ['ignore', 'pipe', mayFail ? 'ignore' : 'inherit'];
  return spawn(command, { cwd, stdio, mayFail })?.trim();
}

function spawn([program, ...args], { cwd, stdio, mayFail = false }) {
  const { status, error, stdout } = spawnSync(program, args, { cwd, stdio, encoding: 'utf8' });
  if (status === 0) return stdout;
  if (mayFail) return undefined;
  throw new Error(`${[program, ...args].join(' ')} failed${error ? `: ${error.message}` : ` with status ${status}`}`);
}
