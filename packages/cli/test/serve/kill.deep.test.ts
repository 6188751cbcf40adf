/** Killed processes, as after a power failure. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { article, config, createProject } from './project.js';

let project: Awaited<ReturnType<typeof createProject>>;
beforeAll(async () => {
  project = await createProject({
    'content-gen.config.ts': config,
    'content/article.ts': article(`title: { type: 'string' }`),
  });
});
afterAll(() => project.remove());

const headers = { 'content-type': 'application/json' };

test('serve restarts a killed database with all its data', { timeout: 600_000 }, async () => {
  const server = project.serve(['--no-watch']);
  const { detail: folder } = await server.event('database');
  const { url } = await server.event('ready');
  const post = (title: string) =>
    fetch(`${url}/api/articles`, { method: 'POST', headers, body: JSON.stringify({ data: { title } }) });
  expect((await post('before')).status).toBe(201);
  const [pid] = (await readFile(join(String(folder), 'postmaster.pid'), 'utf8')).split('\n');
  const lost = server.next('database');
  process.kill(Number(pid), 'SIGKILL');
  expect(await lost).toMatchObject({ state: 'lost', detail: pid });
  await expect.poll(async () => (await post('after')).status).toBe(201);
  const response = await fetch(`${url}/api/articles?filters[title]=before`);
  expect(await response.json()).toMatchObject({ data: [{ title: 'before' }] });
  await server.end('SIGTERM');
});

test('after a kill during writes, serve starts with every acknowledged write', { timeout: 600_000 }, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const server = project.serve(['--no-watch']);
    const { url } = await server.event('ready');
    const enough = acknowledged.length + 40;
    const write = async (name: string) => {
      for (let count = 0; ; count++) {
        const title = `${round} ${name} ${count}`;
        const body = JSON.stringify({ data: { title } });
        const response = await fetch(`${url}/api/articles`, { method: 'POST', headers, body }).catch(() => undefined);
        if (response?.status !== 201) return;
        acknowledged.push(title);
        if (acknowledged.length === enough) void server.end('SIGKILL');
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(write));
    // A refused write ends its writer, too.
    await server.end('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
  }

  const server = project.serve(['--no-watch']);
  const { url } = await server.event('ready');
  const found = new Set<string>();
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/api/articles?pagination[page]=${page}&pagination[pageSize]=100`);
    const { data } = (await response.json()) as { data: { title: string }[] };
    for (const { title } of data) found.add(title);
    if (data.length < 100) break;
  }
  await server.end('SIGTERM');
  expect(acknowledged.filter((title) => !found.has(title))).toEqual([]);
});

test('after a kill during a reload, serve starts with the change', { timeout: 600_000 }, async () => {
  for (const [index, event] of (['generated', 'schema'] as const).entries()) {
    const server = project.serve();
    await server.event('ready');
    const said = server.next(event);
    const attributes = Array.from({ length: index + 1 }, (_, number) => `, extra${number}: { type: 'integer' }`);
    await project.write('content/article.ts', article(`title: { type: 'string' }${attributes.join('')}`));
    await said;
    await server.end('SIGKILL');

    const again = project.serve(['--no-watch']);
    const { url } = await again.event('ready');
    expect((await fetch(`${url}/api/articles?filters[extra${index}][$null]=true`)).status).toBe(200);
    await again.end('SIGTERM');
  }
});
