import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { isDeep } from '../../packages/runtime/test/harness/suite.js';

export { isDeep };

/** One seed for all properties, so that each run of the quick suite repeats the last one. */
const QUICK_SEED = 20_260;

/** `npm run test:deep` chooses another seed for each run. */
export const seed = Number(process.env['TEST_SEED'] ?? QUICK_SEED);

/** A file that tries properties, or asks for its suite. */
const isInBoth = /from '(?:fast-check|.*\/harness\/(?:property|suite)\.js)'/;

/** The files that belong to the other suite alone. */
export function otherFiles(): string[] {
  if (!isDeep) return ['**/*.deep.test.ts'];
  return testFiles().filter((file) => !file.endsWith('.deep.test.ts') && !isInBoth.test(readFileSync(file, 'utf8')));
}

function testFiles(): string[] {
  const folders = ['runtime', 'cli', 'strapi', 'studio'].flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/test`,
  ]);
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)));
  return files.filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'));
}
