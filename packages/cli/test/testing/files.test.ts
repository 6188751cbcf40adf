/** Test files of a project, in processes of their own: those of docs/testing.md with vitest, and one with `node --test`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

import { isAlive } from '../../src/files/live-process.js';
import { contentGen, project, run, start, writeFiles } from '../command-line.js';
import { filesOf } from '../docs-page.js';
import { inProcess } from '../in-process.js';

let root: string;
const folder = () => join(root, '.content-gen', 'test');
/** The keeper has ended, and has removed everything. */
async function isGone(): Promise<void> {
  await expect.poll(() => existsSync(folder()), { timeout: 60_000 }).toBe(false);
}

beforeAll(async () => {
  root = project({ ...filesOf('README.md'), ...filesOf('docs/testing.md') }, { packages: true });
  expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
});

/** The file `test/<name>.mjs`, which `node --test` can run without vitest. */
async function compile(name: string, body: string): Promise<string> {
  const source = `import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { testProject } from 'content-gen/test';
import app from '../src/app.js';
import { contentDefinition } from '../src/content/index.js';
const project = await testProject(app, { content: contentDefinition });
${body}`;
  writeFiles(root, { [`node/${name}.ts`]: source });
  const outfile = join(root, 'node', `${name}.mjs`);
  const entry = join(root, 'node', `${name}.ts`);
  await build({ entryPoints: [entry], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return outfile;
}

test('the files of docs/testing.md pass at the same time with the one of init, and leave nothing behind', async () => {
  const empty = project();
  expect(await inProcess(empty, ['init', '--yes'])).toMatchObject({ code: 0 });
  writeFiles(root, { 'test/init.test.ts': await readFile(join(empty, 'test', 'articles.test.ts'), 'utf8') });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const limits = ['--testTimeout=120000', '--hookTimeout=120000'];
  const outcome = await run(process.execPath, [vitest, 'run', '--maxWorkers=3', ...limits], root, { NO_COLOR: '1' });
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0);
  expect(outcome.stdout).toMatch(/Test Files +4 passed/);
  await isGone();
});

test('node --test runs files, a killed file loses its database alone, and a killed keeper is replaced', async () => {
  const hanging = await compile('hanging', `console.log('ready'); setInterval(() => undefined, 1000);`);
  const hung = start(process.execPath, [hanging], root);
  let said = '';
  for (const stream of [hung.stdout, hung.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 120_000 }).not.toBe('');
  expect(said).toBe('ready\n');
  const keeper = Number(await readFile(join(folder(), 'keeper.pid'), 'utf8'));

  const passing = await compile(
    'passing',
    `after(() => project.close());
test('has no documents of others', async () => {
  await project.make.article();
  const { data } = await (await project.request('/api/articles')).json();
  assert.equal(data.length, 1);
});`,
  );
  const passed = await run(process.execPath, ['--test', passing], root);
  expect(passed.code, passed.stdout + passed.stderr).toBe(0);
  expect(Number(await readFile(join(folder(), 'keeper.pid'), 'utf8'))).toBe(keeper);

  process.kill(keeper, 'SIGKILL');
  await expect.poll(() => isAlive(keeper)).toBe(false);
  hung.kill('SIGKILL');
  const again = await run(process.execPath, ['--test', passing], root);
  expect(again.code, again.stdout + again.stderr).toBe(0);
  await isGone();
});

test('code that is not generated is an error that says what to do', async () => {
  writeFiles(root, {
    'content/author.ts': filesOf('README.md')['content/author.ts']!.replace(
      'name:',
      "born: { type: 'date' },\n    name:",
    ),
  });
  const failing = await compile('failing', '');
  const outcome = await run(process.execPath, [failing], root);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('Run "content-gen generate" before the tests.');
  await isGone();
});
