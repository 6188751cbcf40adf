/** What users get: the packed packages, installed with npm outside the workspace. */
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { type Outcome, filesIn, project, run } from './command-line.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** npm without the settings of the npm that runs these tests. */
async function npm(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  const settings = Object.keys(process.env).filter((name) => /^(npm|pnpm)_/i.test(name));
  const cleared = Object.fromEntries(settings.map((name) => [name, undefined]));
  const outcome = await run('npm', args, cwd, cleared);
  expect(outcome.code, `npm ${args.join(' ')}\n${outcome.stdout}\n${outcome.stderr}`).toBe(0);
  return outcome;
}

test('the packed packages make a project that generates and compiles', { timeout: 300_000 }, async () => {
  const tarballs = await project();
  for (const name of ['runtime', 'cli']) await npm(join(packages, name), 'pack', '--pack-destination', tarballs);
  const packed = Object.keys(await filesIn(tarballs)).map((name) => join(tarballs, name));
  expect(packed).toHaveLength(2);

  const root = await realpath(await project());
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await npm(root, 'install', ...quiet, ...packed, 'typescript@7.0.2');
  await npm(root, 'exec', '--', 'content-gen', 'init', '--yes');
  await npm(root, 'exec', '--', 'content-gen', 'generate');
  await npm(root, 'exec', '--', 'tsc', '--noEmit');
  await npm(root, 'exec', '--', 'content-gen', 'generate', '--check');
  expect(await readFile(join(root, 'src/content/index.ts'), 'utf8')).toContain("from './article/routes.js'");

  // The same for a bundler: other imports, and no complaint either.
  const tsconfig = await readFile(join(root, 'tsconfig.json'), 'utf8');
  await writeFile(join(root, 'tsconfig.json'), tsconfig.replace('NodeNext', 'Preserve'));
  await npm(root, 'exec', '--', 'content-gen', 'generate');
  await npm(root, 'exec', '--', 'tsc', '--noEmit');
  expect(await readFile(join(root, 'src/content/index.ts'), 'utf8')).toContain("from './article/routes'");
});
