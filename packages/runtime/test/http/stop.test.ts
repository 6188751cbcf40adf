import { once } from 'node:events';
import { connect } from 'node:net';

import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';
import type { Database } from '../../src/database/database.js';
import { serve } from '../../src/node.js';

const CLIENTS = 4;

/** A client that sends its requests when the test says so, all on one connection. */
async function connectTo(url: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    ask: () => void socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    /** The header `Connection` of every answer, after the server has closed the connection. */
    answers: async () => {
      await closed;
      return [...received.matchAll(/^connection: (\S+)$/gim)].map(([, value]) => value);
    },
    answered: () => vi.waitFor(() => expect(received).toContain('done'), 30_000),
  };
}

async function isRefused(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const [error]: readonly { code?: string }[] = await once(socket, 'error');
  return error?.code === 'ECONNREFUSED';
}

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

  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(server.url)));
  for (const { ask } of clients) ask();
  await allReached;
  const stopped = server.stop();
  // The second request arrives while the first one is answered, so that the connection is never idle.
  for (const { ask } of clients) ask();
  release();
  const answers = await Promise.all(clients.map((client) => client.answers()));
  expect(answers).toEqual(clients.map(() => ['keep-alive', 'close']));
  await stopped;
  expect(await isRefused(server.url)).toBe(true);
});

it('a stopping server answers a request that was on its way over an idle connection', async () => {
  const app = new Hono();
  app.get('/', (c) => c.text('done'));
  const server = await serve(app, { port: 0, hostname: '127.0.0.1', patienceMs: 600_000 });
  const client = await connectTo(server.url);
  client.ask();
  await client.answered();
  const stopped = server.stop();
  client.ask();
  expect(await client.answers()).toEqual(['keep-alive', 'close']);
  await stopped;
});

it('a server that has stopped no longer listens to signals', async () => {
  const count = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
  const before = count();
  const server = await serve(new Hono(), { port: 0, hostname: '127.0.0.1' });
  expect(count()).toBe(before + 2);
  await server.stop();
  expect(count()).toBe(before);
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
