// `npm test`: installs, builds, checks, and runs the quick suite. Arguments are those of vitest.
import { join } from 'node:path';

import { run, root } from './workspace.mjs';
import { recordPassed } from './release/passed-tests.mjs';

const args = process.argv.slice(2);

await import('./setup.mjs');
run([process.execPath, join(root, '.ci', 'checks.mjs')]);
run([process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args]);
if (args.length === 0) recordPassed('test');
