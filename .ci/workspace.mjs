// Installs and builds the workspace on a machine that has Node and npm only. What is current is not done again.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';

import { npm, root } from './release/commands.mjs';

const bin = join(root, 'node_modules', '.bin');

const env = {
  ...process.env,
  // turbo looks for pnpm there.
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
};

export function install() {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  say('Installing packages.');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  run(npm('exec', '--yes', '--', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'));
  writeFileSync(stamp, wanted);
}

/** The parts of the runtime and of the command line that run, which `serve` needs. */
export function bundle() {
  say('Building the runtime and the command line.');
  run(turbo('bundle'));
}

/** Everything that a release has, and so the studio, too. */
export function buildAll() {
  say('Building the packages.');
  run(turbo('build', 'studio'));
}

/**
 * Builds the studio beside other work, and prints something only if that fails. The task is named with its package:
 * for all packages, turbo would build their dependencies, too, and so remove the runtime that the server loads.
 */
export function buildStudioBeside() {
  const [command, ...args] = turbo('@content-gen/runtime#studio');
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // The server that starts meanwhile comes first, but the lowest priority would get nothing beside a busy program.
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.on('close', (code, signal) => {
    if (code !== 0 && signal === null) process.stderr.write(`The studio could not be built.\n${output}`);
  });
  process.on('exit', () => child.kill());
}

/** Shows the output of a command, and ends this process if it fails. */
export function run([command, ...args], more = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

function turbo(...tasks) {
  const program = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  return [process.execPath, program, 'run', ...tasks, '--output-logs=errors-only', '--log-order=grouped'];
}

/** On stderr, because the output of `npm start -- --json` is for programs. */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Everything that decides what is installed. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  const shared = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'fixtures/package.json',
    'bench/package.json',
  ];
  for (const file of [...shared, ...packages.sort()]) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
