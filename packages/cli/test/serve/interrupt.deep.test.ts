/** Interrupts during the creation of the first database, and of commands that have started it. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { bin, run, start } from '../command-line.js';
import { article, config, createProject, startServe } from './project.js';

let project: Awaited<ReturnType<typeof createProject>>;
beforeAll(async () => {
  project = await createProject({
    'content-gen.config.ts': config,
    'content/article.ts': article(`title: { type: 'string' }`),
  });
});
afterAll(() => project.remove());

/** The folder in which initdb works: `postgres-123`. */
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

/** Processes with the project in their command line, and on Linux also those that work in its folder. */
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
  // serve did not wait for initdb, otherwise there would be data now.
  expect(await unfinished()).toEqual([]);
  expect(await processes()).toEqual([]);
});

test('the next start removes the unfinished folder of a killed one', async () => {
  const killed = startServe(project.root);
  await killed.event('database');
  await initdbBegan();
  await killed.end('SIGKILL');

  const server = project.serve();
  const { example } = await server.event('ready');
  expect((await fetch(example!)).status).toBe(200);
  expect((await unfinished()).toSorted()).toEqual(['postgres', 'postgres.log']);
  await server.end('SIGTERM');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that %s ends takes the database along that it has started',
  async (signal) => {
    await project.write('migrations/20260101T000000_slow.sql', 'select pg_sleep(600);');
    const command = start(process.execPath, [bin, 'migrate', 'apply'], project.root, { DATABASE_URL: '' });
    const ended = once(command, 'exit');
    await vi.waitUntil(() => project.postmaster()?.state === 'ready', { timeout: 60_000 });
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await vi.waitUntil(async () => (await processes()).length === 0, { timeout: 60_000 });
  },
);
