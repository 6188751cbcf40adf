// `npm test`: installs, builds, checks, and runs the quick suite. Arguments are those of vitest.
import { node } from './release/commands.mjs';
import { cleanCommit, recordPassed } from './release/passed-tests.mjs';
import { run } from './workspace.mjs';

const args = process.argv.slice(2);
const startedAt = cleanCommit();

await import('./setup.mjs');
run(node('.ci/checks.mjs'));
run(node('node_modules/vitest/vitest.mjs', 'run', ...args));
if (args.length === 0) recordPassed('test', startedAt);
