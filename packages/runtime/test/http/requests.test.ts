import { connect } from 'node:net';

import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Server, serve } from '../../src/node.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createApp } from '../harness/app.js';
import { collectLog } from '../harness/log.js';

let site: Site;
let server: Server;
/** Requests that have reached the server, and those that it has done with. */
const requests = { begun: 0, ended: 0 };
beforeAll(async () => {
  site = await openSite();
  const counting = async (request: Request, env?: object) => {
    requests.begun++;
    try {
      return await site.app.fetch(request, env);
    } finally {
      requests.ended++;
    }
  };
  server = await serve({ fetch: counting }, { port: 0, hostname: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

afterEach(() => vi.restoreAllMocks());

const EVERYWHERE = [
  '/api/tags',
  '/api/Tags',
  '/API/tags/',
  '/api/nothing',
  '/_health',
  '/_ready',
  '/uploads/none.png',
  '/nothing',
];

it.each(['with a length', 'in chunks'])(
  'a body that is no UTF-8 is refused, because its characters would be lost (%s)',
  async (how) => {
    const send = (text: string, encoding: BufferEncoding) =>
      fetch(`${server.url}/api/tags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${FULL}`, 'content-type': 'application/json' },
        body: how === 'in chunks' ? new Blob([Buffer.from(text, encoding)]).stream() : Buffer.from(text, encoding),
        duplex: 'half',
      } as RequestInit);
    const refused = await send('{"data":{"name":"caf\xe9"}}', 'latin1');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { message: 'The request body is not encoded in UTF-8' } });
    const name = `\ufffd ${how}`;
    const taken = await send(`\ufeff{"data":{"name":"${name}"}}`, 'utf8');
    expect(taken.status).toBe(201);
    expect(await taken.json()).toMatchObject({ data: { name } });
  },
);

describe('the id of a request', () => {
  it.each(EVERYWHERE)('is in the answer of %s, and is the sent one', async (path) => {
    const id = async (sent?: string) => {
      const headers: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent };
      return (await site.request('GET', path, { headers })).headers.get('x-request-id');
    };
    expect(await id('mine')).toBe('mine');
    expect(await id()).toMatch(/^[\da-f-]{36}$/);
    expect(await id('')).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(['/api/tags', '/api/Tags', '/api/tags/', '/API/TAGS'])(
    'is the same in the answer and the log: %s',
    async (path) => {
      const fails = () => Promise.reject(new Error('on purpose'));
      const { database } = site.test;
      const { app } = createApp(conformance, { ...database, raw: fails, rows: fails });
      const { entries } = collectLog();
      const response = await app.request(path);
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(entries.map(({ requestId }) => requestId)).toEqual([response.headers.get('x-request-id')]);
    },
  );
});

describe('a path that can only be read', () => {
  it.each(['/_health', '/_ready', '/uploads/some.png'])('%s answers other methods with a 405', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body, headers } = await site.request(method, path);
      expect([status, headers.get('allow'), body.error.name]).toEqual([405, 'HEAD, GET', 'MethodNotAllowedError']);
    }
    const options = await site.app.request(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'HEAD, GET']);
  });
});

it.each(['publishx', 'xdiscard', 'publish/x', 'unpublished'])(
  'an action that is called %s is unknown to every router, and changes nothing',
  async (name) => {
    const trie = new Hono({ router: new TrieRouter() }).route('/', site.app);
    const headers = { authorization: `Bearer ${FULL}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { title: name } });
    const created = await site.app.request('/api/articles?status=draft', { method: 'POST', headers, body });
    const { documentId } = ((await created.json()) as { data: { documentId: string } }).data;
    for (const app of [site.app, trie]) {
      const answer = await app.request(`/api/articles/${documentId}/actions/${name}`, { method: 'POST', headers });
      expect(answer.status).toBe(404);
    }
    expect((await site.app.request(`/api/articles/${documentId}`, { headers })).status).toBe(404);
  },
);

describe('a body', () => {
  const write = (headers: string, body: string, path = '/api/tags') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${FULL}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

  /** Sends some text and goes away, when the server has begun to answer. */
  async function leave(text: string): Promise<void> {
    const { begun } = requests;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    await expect.poll(() => requests.begun).toBe(begun + 1);
    socket.destroy();
    await expect.poll(() => requests.ended).toBe(begun + 1);
  }

  it.each([
    ['of a declared length', write('Content-Length: 500\r\n', '{"data":')],
    ['in chunks', write('Transfer-Encoding: chunked\r\n', '5\r\n{"dat\r\n')],
    ['to another spelling', write('Content-Length: 500\r\n', '{"data":', '/API/TAGS/')],
  ])('%s that breaks off is not logged as an error', async (_name, text) => {
    const { entries } = collectLog();
    await leave(text);
    expect(entries).toEqual([]);
    expect((await fetch(`${server.url}/api/tags`)).status).toBe(200);
  });

  it('in chunks is read to its end, or to the size limit', async () => {
    const send = async (name: string) => {
      const body = new Blob([JSON.stringify({ data: { name } })]).stream();
      const headers = { authorization: `Bearer ${FULL}`, 'content-type': 'application/json' };
      const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' };
      return (await fetch(`${server.url}/api/tags`, init)).status;
    };
    expect(await send('chunked')).toBe(201);
    expect(await send('x'.repeat(2_000_000))).toBe(413);
  });

  it.each([
    ['application/json; charset=utf-8', 201],
    ['application/vnd.api+json', 201],
    ['application/json-patch+json', 201],
    ['application/csp-report', 201],
    ['application/ld+json', 400],
    ['text/json', 400],
  ])('of JSON with the type %s is a %i', async (type, status) => {
    const headers = { 'content-type': type };
    const raw = JSON.stringify({ data: { name: type } });
    expect((await site.request('POST', '/api/tags', { token: FULL, headers, raw })).status).toBe(status);
  });

  it.each([
    ['Identity', 201],
    ['gzip', 415],
  ])('with the encoding %s is a %i', async (encoding, status) => {
    const body = { data: { name: encoding } };
    const reply = await site.request('POST', '/api/tags', {
      token: FULL,
      body,
      headers: { 'content-encoding': encoding },
    });
    expect(reply.status).toBe(status);
  });
});
