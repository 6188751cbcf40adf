// Installs and builds the workspace on a machine that has Node and npm only. What is current is not done again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

install();
build();

function install() {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Started by npm, `npm_execpath` is its script: running that needs no shell on any system.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  run([...npm, 'exec', '--yes', '--', packageManager, 'install', '--frozen-lockfile', '--prefer-offline']);
  writeFileSync(stamp, wanted);
}

function build() {
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  run([process.execPath, turbo, 'run', 'build', '--output-logs=errors-only', '--log-order=grouped']);
}

function run([command, ...args]) {
  const env = {
    ...process.env,
    // turbo looks for pnpm there.
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
  };
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
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
