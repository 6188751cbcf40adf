/** A client that sends slowly does not keep its connection. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import { type Server, serve } from '../../src/node.js';

const SLOW_MS = 400;

let server: Server;
beforeAll(async () => {
  const app = new Hono();
  app.onError((_error, c) => c.text('aborted', 400));
  app.post('/read', async (c) => c.text(`read ${(await c.req.text()).length}`));
  server = await serve(app, { port: 0, hostname: '127.0.0.1', slowMs: SLOW_MS });
});
afterAll(() => server.stop());

/** A connection to a server, and what the server sends until it closes it. */
function open({ url } = server) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString())).on('error', () => undefined);
  const closed = once(socket, 'close');
  return { socket, answer: () => closed.then(() => received) };
}

/** Sends the parts of a request one by one. A busy machine sends them more slowly still. */
async function send(parts: Iterable<string>, pauseMs: number): Promise<string> {
  const { socket, answer } = open();
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    await sleep(pauseMs);
  }
  return answer();
}

const head = (path: string, ...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;

function* endless(start: string, drop: string): Generator<string> {
  yield start;
  for (;;) yield drop;
}

it('a slowly dripped body with a length ends the connection', async () => {
  expect(await send(endless(head('/read', 'Content-Length: 100000'), 'x'), 20)).toMatch(/^HTTP\/1\.1 408 /);
});

it('a slowly dripped body in chunks ends the connection', async () => {
  const chunks = endless(head('/read', 'Transfer-Encoding: chunked'), '1\r\nx\r\n');
  expect(await send(chunks, 20)).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body that never comes ends the connection', async () => {
  expect(await send([head('/read', 'Content-Length: 10')], 0)).toMatch(/^HTTP\/1\.1 408 /);
});

it('slowly dripped headers end the connection', async () => {
  expect(await send(endless('POST /read HTTP/1.1\r\nHost: localhost\r\n', 'X-Drop: x\r\n'), 20)).toMatch(
    /^HTTP\/1\.1 408 /,
  );
});

/** A server whose clock passes when the test says so, because a busy machine is slow, too. */
async function serveMeasured(app: Hono): Promise<Server> {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return serve(app, { port: 0, hostname: '127.0.0.1', slowMs: 60_000 });
}

it('a body that makes progress may take longer', async () => {
  let read = 0;
  const app = new Hono();
  app.post('/', async (c) => {
    const body = c.req.raw.body?.getReader();
    for (let next = await body?.read(); next?.done === false; next = await body?.read()) read += next.value.length;
    return c.text(`read ${read}`);
  });
  const measured = await serveMeasured(app);
  const { socket, answer } = open(measured);
  const part = 'x'.repeat(100_000);
  socket.write(head('/', `Content-Length: ${part.length * 10}`));
  for (let sent = 1; sent <= 10; sent++) {
    socket.write(part);
    await expect.poll(() => read, { interval: 5 }).toBe(sent * part.length);
    vi.advanceTimersByTime(30_000);
  }
  expect(await answer()).toMatch(/read 1000000$/);
  await measured.stop();
});

it('a body that the server reads late is not a slow one', async () => {
  let read: (() => void) | undefined;
  const app = new Hono();
  app.post('/', async (c) => {
    await new Promise<void>((resolve) => (read = resolve));
    return c.text(`read ${(await c.req.text()).length}`);
  });
  const measured = await serveMeasured(app);
  const { socket, answer } = open(measured);
  socket.write(`${head('/', 'Content-Length: 10')}${'x'.repeat(10)}`);
  await expect.poll(() => read).toBeDefined();
  vi.advanceTimersByTime(180_000);
  read?.();
  expect(await answer()).toMatch(/read 10$/);
  await measured.stop();
});

it.each([
  [{}, 75],
  [{ idleMs: 30_000 }, 30],
])('an idle connection stays open longer than a load balancer keeps it: %s', async (options, seconds) => {
  const kept = await serve(new Hono(), { port: 0, hostname: '127.0.0.1', ...options });
  onTestFinished(() => kept.stop());
  expect((await fetch(kept.url)).headers.get('keep-alive')).toBe(`timeout=${seconds}`);
});
