import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';

import { Hono } from 'hono';
import { expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';
import type { Database } from '../../src/database/database.js';
import { serve } from '../../src/node.js';

const CLIENTS = 4;

it('a stopping server answers each keep-alive connection once more and then closes it', async () => {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reached = () => undefined as void;
  const allReached = new Promise<void>((resolve) => (reached = resolve));
  let taken = 0;
  const app = new Hono();
  app.get('/', async (c) => {
    if (++taken === CLIENTS) reached();
    await released;
    return c.text('done');
  });
  const server = await serve(app, { port: 0, hostname: '127.0.0.1', patienceMs: 600_000 });

  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const ask = () =>
    new Promise<string>((resolve) => {
      const request = get(server.url, { agent }, (response) => {
        response.on('error', () => resolve('cut'));
        response.on('end', () => resolve(response.headers.connection ?? '')).resume();
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
  const askFor = async () => {
    const answers: string[] = [];
    while (answers.length < 10 && !answers.includes('ECONNREFUSED')) answers.push(await ask());
    return answers;
  };

  const clients = Array.from({ length: CLIENTS }, askFor);
  await allReached;
  const stopped = server.stop();
  release();
  const expected = ['keep-alive', 'close', 'ECONNREFUSED'];
  expect(await Promise.all(clients)).toEqual(clients.map(() => expected));
  await stopped;
});

it('a stopping server does not wait for idle connections', async () => {
  const app = new Hono();
  app.get('/', (c) => c.text('done'));
  const server = await serve(app, { port: 0, hostname: '127.0.0.1', patienceMs: 600_000 });
  expect(await (await fetch(server.url)).text()).toBe('done');
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await server.stop();
  await ended;
});

it('a server that stops closes the database of the project that it was given, and no other', async () => {
  const closed: string[] = [];
  const project = (name: string) => {
    const unused = () => Promise.reject(new Error('There is no database'));
    const close = async () => void closed.push(name);
    const database: Database = { rows: unused, raw: unused, transaction: unused, close };
    const definition = { ...contentDefinition };
    createContent(definition, { database });
    return definition;
  };
  const [served] = [project('served'), project('other')];
  const server = await serve(new Hono(), { content: served, port: 0, hostname: '127.0.0.1' });
  await server.stop();
  expect(closed).toEqual(['served']);
});
