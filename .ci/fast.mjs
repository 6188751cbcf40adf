// What to run after each change, in less than a minute: the linter, the types, all unit tests, and the quick tests of
// the rooms of the runtime that a change is in. `npm test` runs the rest, too: processes, properties and faults.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that run many times or cause faults, and those of connections, which wait for timeouts. */
const long = /(\.property|[\\/](crash|deadlocks|faults|laws|long-lists|memory|races)|[\\/]database[\\/]\w+)\.test\.ts$/;
/** Rooms without tests of their own, which reads and writes go through. */
const shared = ['read', 'write'];

const codes = [await start('oxlint', '--deny-warnings'), ...(await Promise.all([types(), units()])), await touched()];
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;

/** One compiler after the other, beside the tests. */
async function types() {
  for (const project of ['packages/runtime', 'packages/cli', 'packages/strapi', 'fixtures', '.']) {
    const code = await start('tsc', '-p', project);
    if (code !== 0) return code;
  }
  return 0;
}

function units() {
  return start('vitest', 'run', '--project', 'unit');
}

async function touched() {
  const rooms = changed().flatMap((file) => /^packages\/runtime\/(?:src|test)\/(\w+)\//.exec(file)?.[1] ?? []);
  const tested = rooms.flatMap((room) => (existsSync(folderOf(room)) ? [room] : shared));
  const files = [...new Set(tested)].flatMap((room) => testsIn(folderOf(room)));
  return files.length === 0 ? 0 : start('vitest', 'run', '--project', 'runtime', ...files);
}

function testsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  return files.filter((file) => file.endsWith('.test.ts') && !long.test(file));
}

function folderOf(room) {
  return `packages/runtime/test/${room}/`;
}

/** Files that differ from the commit that this branch began at; on the main branch, from the last one. */
function changed() {
  const began = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)).find(Boolean) ?? 'HEAD';
  return [git('diff', '--name-only', began), git('ls-files', '--others', '--exclude-standard')].join('\n').split('\n');
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

/** Ends with the exit code. npm has put the programs of the workspace on the path. */
function start(command, ...args) {
  return new Promise((resolve) => {
    spawn(command, args, { stdio: 'inherit' }).on('close', resolve);
  });
}
