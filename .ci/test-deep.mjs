// `npm run test:deep`: what takes too long for `npm test`. Arguments are those of vitest, and leave out all other parts.
import { randomInt } from 'node:crypto';

import { node } from './release/commands.mjs';
import { cleanCommit, recordPassed } from './release/passed-tests.mjs';
import { run } from './workspace.mjs';

const args = process.argv.slice(2);
const startedAt = cleanCommit();
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));

await import('./setup.mjs');
console.log(`The seed of the properties is ${seed}. TEST_SEED=${seed} npm run test:deep repeats them.`);
run(vitest(...args), { TEST_SUITE: 'deep', TEST_SEED: seed });
if (args.length === 0) {
  console.log('The rules of reading and writing on the oldest PostgreSQL that is maintained.');
  run(vitest('--project', 'runtime', 'test/read/', 'test/write/', 'test/users/'), { TEST_POSTGRES: 'oldest' });
  console.log('Servers and databases are killed while clients write.');
  run(node('node_modules/typescript/bin/tsc', '-p', 'bench'));
  run(node('bench/chaos/chaos.mjs', '--minutes', '1', '--instances', '2', '--seed', seed));
  recordPassed('deep', startedAt);
}

function vitest(...options) {
  return node('node_modules/vitest/vitest.mjs', 'run', ...options);
}
