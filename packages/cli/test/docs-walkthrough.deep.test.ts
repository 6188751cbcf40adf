/** Follows the walkthrough pages from the first line to the last. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { contentGen, run } from './command-line.js';
import { followedPages, send, stepsOf } from './docs-page.js';
import { createProject } from './serve/project.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const projects: Awaited<ReturnType<typeof createProject>>[] = [];
afterEach(async () => {
  await Promise.all(projects.splice(0).map((created) => created.remove()));
});

async function compiles(root: string): Promise<void> {
  const modules = join(workspace, 'node_modules');
  // `init` lists the types of Node, which `npm install` would bring.
  const options = ['--noEmit', '--typeRoots', join(modules, '@types')];
  expect(await run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), ...options], root)).toMatchObject({
    code: 0,
    stdout: '',
  });
}

test('the test follows every walkthrough page', () =>
  expect(followedPages).toEqual(['docs/getting-started.md', 'docs/hooks.md']));

test('docs/getting-started.md', { timeout: 600_000 }, async () => {
  const project = await createProject({}, { database: true });
  projects.push(project);
  await rm(join(project.root, 'package.json'));
  let server: ReturnType<typeof project.serve> | undefined;
  let done = 0;
  for (const step of stepsOf('docs/getting-started.md')) {
    done++;
    if (step.kind === 'command' && step.command === 'npx content-gen serve') {
      server = project.serve();
    } else if (step.kind === 'command' && step.command.startsWith('npx content-gen ')) {
      const outcome = await contentGen(project.root, ...step.command.split(' ').slice(2));
      // `serve` has already made the change of the migration, so status reports a difference.
      expect(outcome, step.command).toMatchObject({ code: step.command.endsWith('status') ? 2 : 0 });
    } else if (step.kind === 'file') {
      // The first side of a relation is an error until the page adds the second side.
      const said = step.path === 'content/author.ts' ? server!.next('error') : server!.next('reloaded');
      await project.write(step.path, step.content);
      await said;
    } else if (step.kind === 'request') {
      const { url, token } = await server!.event('ready');
      await send(url, token, step);
    } else expect(step).toMatchObject({ command: 'npm install' });
  }
  expect(done).toBeGreaterThan(10);
  await compiles(project.root);
});

test('docs/hooks.md', { timeout: 600_000 }, async () => {
  const told: string[] = [];
  const website = createServer((request: IncomingMessage, response) => {
    request.on('data', (chunk: Buffer) => told.push(chunk.toString()));
    request.on('end', () => response.end());
  });
  website.listen(0, '127.0.0.1');
  await once(website, 'listening');
  const { port } = website.address() as AddressInfo;

  const compilerOptions = { module: 'NodeNext', strict: true, skipLibCheck: true, types: [] };
  const project = await createProject({ 'tsconfig.json': { include: ['src'], compilerOptions } }, { database: true });
  projects.push(project);
  for (const step of [...stepsOf('README.md'), ...stepsOf('docs/hooks.md')])
    if (step.kind === 'file')
      await project.write(step.path, step.content.replace('localhost:3000', `127.0.0.1:${port}`));
  const { url, token } = await project.serve(['--no-watch']).event('ready');
  expect(stepsOf('docs/hooks.md').filter((step) => step.kind === 'command')).toEqual([]);
  const requests = stepsOf('docs/hooks.md').filter((step) => step.kind === 'request');
  expect(requests).toHaveLength(3);
  for (const step of requests) await send(url, token, step);
  expect(told).toEqual(['/api/articles']);
  await compiles(project.root);
  website.close();
});
