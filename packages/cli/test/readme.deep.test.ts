/** `npm start` on a fresh clone. The other command of the README is `npm test`, which runs this file. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { findPostmaster } from '../src/database/postmaster.js';
import { npmEnvironment, project, run } from './command-line.js';
import { blocksOf } from './docs-page.js';
import { type ServeProcess, startServe } from './serve/project.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

let clone: string;
let server: ServeProcess | undefined;
beforeAll(async () => {
  const root = await project();
  // PostgreSQL may run under another account, which cannot access temporary folders.
  await chmod(root, 0o755);
  clone = join(root, 'clone');
  const cloned = await run('git', ['clone', '--quiet', workspace, clone], root);
  expect(cloned, cloned.stderr).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await server?.silent;
});

test('npm start installs, builds and serves the example with its content', { timeout: 600_000 }, async () => {
  server = startServe(clone, { command: ['npm', 'start', '--'], inTerminal: true, env: npmEnvironment() });
  const { url, curl } = await server.event('ready');
  expect(curl).toMatch(/^curl /);
  const shown = blocksOf('README.md').find(({ code }) => code.startsWith('curl '))!.code;
  const address = /'(.*)'/.exec(shown)![1]!.replace('http://localhost:1337', url);
  // On a busy machine, the first reads may take longer than the role public may.
  const response = await vi.waitUntil(async () => fetch(address).then((each) => each.ok && each), { timeout: 60_000 });
  const { data } = (await response.json()) as { data: { title: string; author: { name: string } }[] };
  expect(data.length).toBeGreaterThan(3);
  for (const { author } of data) expect(author.name).toEqual(expect.any(String));

  await server.end('SIGINT');
  await server.silent;
  expect(findPostmaster(join(clone, 'fixtures', 'example', '.content-gen', 'postgres'))).toBeUndefined();
  // All files that the command writes are either committed or ignored by git.
  expect(await run('git', ['status', '--porcelain'], clone)).toMatchObject({ code: 0, stdout: '' });
});
