// What to run after each change, in less than a minute: the linter, the types, all unit tests, and those tests of the
// runtime that reach a changed file through imports. `npm test` runs the rest, too: processes, properties and faults.
import { spawn, spawnSync } from 'node:child_process';

const long = ['**/*.property.test.ts', '**/{crash,faults,laws,memory,races}.test.ts', '**/database/*.test.ts'];

const codes = [await npx('oxlint', '--deny-warnings'), ...(await Promise.all([types(), units()])), await touched()];
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;

/** One compiler after the other, beside the tests. */
async function types() {
  for (const project of ['packages/runtime', 'packages/cli', 'fixtures', '.']) {
    const code = await npx('tsc', '-p', project);
    if (code !== 0) return code;
  }
  return 0;
}

function units() {
  return npx('vitest', 'run', '--project', 'unit');
}

function touched() {
  const excluded = long.flatMap((pattern) => ['--exclude', pattern]);
  return npx('vitest', 'run', '--project', 'runtime', '--changed', base(), '--passWithNoTests', ...excluded);
}

/** The commit that this branch began at; on the main branch, the last one. */
function base() {
  for (const branch of ['origin/main', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

function npx(command, ...args) {
  return new Promise((resolve) => {
    spawn('npx', ['--no-install', command, ...args], { stdio: 'inherit' }).on('close', resolve);
  });
}
