/** A client that sends slowly does not keep its connection. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Server, serve } from '../../src/node.js';

const SLOW_MS = 400;

let server: Server;
beforeAll(async () => {
  const app = new Hono();
  app.onError((_error, c) => c.text('aborted', 400));
  app.post('/read', async (c) => c.text(`read ${(await c.req.text()).length}`));
  app.post('/late', async (c) => {
    await sleep(SLOW_MS * 3);
    return c.text(`read ${(await c.req.text()).length}`);
  });
  server = await serve(app, { port: 0, hostname: '127.0.0.1', slowMs: SLOW_MS });
});
afterAll(() => server.stop());

/** Sends the parts of a request one by one, and returns what the server sent until it closed the connection. */
async function send(parts: Iterable<string>, pauseMs: number): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    await sleep(pauseMs);
  }
  await closed;
  return answer;
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

it('a body that makes progress may take longer', async () => {
  const part = 'x'.repeat(10_000);
  const parts = [head('/read', 'Content-Length: 300000'), ...Array.from({ length: 30 }, () => part)];
  expect(await send(parts, 50)).toMatch(/read 300000$/);
});

it('a body that the server reads late is not a slow one', async () => {
  expect(await send([head('/late', 'Content-Length: 10'), 'x'.repeat(10)], 0)).toMatch(/read 10$/);
});
