/** Interrupts during the creation of the first database, and of commands that have started it. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { bin, run, start } from '../command-line.js';
import { article, config, createProject, startServe } from './project.js';

/** As long as this file of the project exists, initdb does not end, so that a test sees it at work on every machine. */
const GATE = 'initdb-gate';

/** Loaded before the command line: a shell runs initdb, and waits for the end of the gate. */
const holdInitdb = `
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const { spawn } = childProcess;
const script = '"$@"; code=$?; while [ -e "$0" ]; do sleep 0.05; done; exit $code';
childProcess.spawn = (program, args, options) =>
  /initdb(\\.exe)?$/.test(program)
    ? spawn('sh', ['-c', script, process.env.INITDB_GATE, program, ...args], options)
    : spawn(program, args, options);
syncBuiltinESMExports();
`;

let project: Awaited<ReturnType<typeof createProject>>;
beforeAll(async () => {
  project = await createProject({
    'content-gen.config.ts': config,
    'content/article.ts': article(`title: { type: 'string' }`),
    'hold-initdb.mjs': holdInitdb,
  });
});
afterAll(() => project.remove());

/** Starts serve with an initdb that waits at the gate. */
async function serveHeld(inTerminal: boolean) {
  await project.write(GATE, '');
  const preload = pathToFileURL(join(project.root, 'hold-initdb.mjs')).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, INITDB_GATE: join(project.root, GATE) };
  const server = startServe(project.root, { inTerminal, env, args: ['--no-watch'] });
  await server.event('database');
  await expect.poll(initdbBegan).toBe(true);
  return server;
}

/** The folder in which initdb works: `postgres-123`. */
async function unfinished(): Promise<readonly string[]> {
  const names = await readdir(join(project.root, '.content-gen')).catch(() => []);
  return names.filter((name) => name.startsWith('postgres'));
}

async function initdbBegan(): Promise<boolean> {
  const [folder] = (await unfinished()).filter((name) => /^postgres-\d+$/.test(name));
  return folder !== undefined && existsSync(join(project.root, '.content-gen', folder, 'PG_VERSION'));
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
  const server = await serveHeld(inTerminal);
  expect(await processes()).not.toEqual([]);

  expect(await server.end(signal)).toBe(0);
  expect(server.said().at(-1)).toMatchObject({ event: 'stopped' });
  // serve did not wait for initdb, otherwise there would be data now.
  expect(await unfinished()).toEqual([]);
  expect(await processes()).toEqual([]);
});

test('the next start removes the unfinished folder of a killed one', async () => {
  const killed = await serveHeld(false);
  await killed.end('SIGKILL');
  expect(await initdbBegan()).toBe(true);
  await rm(join(project.root, GATE));
  await expect.poll(processes).toEqual([]);

  const server = project.serve(['--no-watch']);
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
