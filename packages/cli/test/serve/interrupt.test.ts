/** Somebody changes their mind while the first database is being made. */
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { run } from '../command-line.js';
import { article, config, createProject, startServe } from './project.js';

let project: Awaited<ReturnType<typeof createProject>>;
beforeAll(async () => {
  project = await createProject({
    'content-gen.config.ts': config,
    'content/article.ts': article(`title: { type: 'string' }`),
  });
});
afterAll(() => project.remove());

/** `postgres-123`, in which initdb is at work. */
async function unfinished(): Promise<readonly string[]> {
  const names = await readdir(join(project.root, '.content-gen')).catch(() => []);
  return names.filter((name) => name.startsWith('postgres'));
}

async function initdbBegan(): Promise<void> {
  for (;;) {
    const [folder] = (await unfinished()).filter((name) => /^postgres-\d+$/.test(name));
    if (folder && existsSync(join(project.root, '.content-gen', folder, 'PG_VERSION'))) return;
    await sleep(5);
  }
}

/** Processes that name the project; where the system tells, those that work in its folder, too. */
async function processes(): Promise<readonly string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'args='], tmpdir());
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')));
  return [...stdout.split('\n'), ...places].filter((line) => line.includes(project.root));
}

test.each([
  ['to the process', false, 'SIGTERM'],
  ['to all processes of a terminal', true, 'SIGINT'],
] as const)('a signal %s ends it at once, and leaves nothing behind', async (_, inTerminal, signal) => {
  const server = startServe(project.root, { inTerminal });
  await server.event('database');
  await initdbBegan();
  expect(await processes()).not.toEqual([]);

  expect(await server.end(signal)).toBe(0);
  expect(server.said().at(-1)).toMatchObject({ event: 'stopped' });
  // It was not waited for: then there would be data now.
  expect(await unfinished()).toEqual([]);
  expect(await processes()).toEqual([]);
});

test('killed, it leaves its half to the next one, which clears it away', async () => {
  const killed = startServe(project.root);
  await killed.event('database');
  await initdbBegan();
  await killed.end('SIGKILL');

  const server = project.serve();
  const { example } = await server.event('ready');
  expect((await fetch(example!)).status).toBe(200);
  expect((await unfinished()).toSorted()).toEqual(['postgres', 'postgres.log']);
});
