// `npm test`: installs, builds, checks, and runs the quick suite. Arguments are those of vitest.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

import { node, root } from './release/commands.mjs';
import { cleanCommit, recordPassed } from './release/passed-tests.mjs';

const args = process.argv.slice(2);
const startedAt = cleanCommit();

await import('./setup.mjs');
const checks = startChecks();
const tests = await ended(start(node('node_modules/vitest/vitest.mjs', 'run', ...args), 'inherit'));
const checked = await checks;
process.stdout.write(checked.output);
if (tests !== 0 || checked.code !== 0) process.exit(1);
if (args.length === 0) recordPassed('test', startedAt);

/** The linter, the format and the types use the time that tests spend on waiting, so the tests go first. */
async function startChecks() {
  const child = start(node('.ci/checks.mjs'), ['ignore', 'pipe', 'pipe']);
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { code: await ended(child), output };
}

function start([command, ...options], stdio) {
  return spawn(command, options, { cwd: root, stdio });
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
