import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '../../src/database/database.js';
import { type Server, serve } from '../../src/node.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createTestDatabase } from '../harness/database.js';

let site: Site;
let server: Server;
beforeAll(async () => {
  site = await openSite();
  server = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

/** The status of the answer to bytes that no HTTP client would send. */
async function statusOf(request: string, { url } = server): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return Number((await text(socket)).split(' ')[1]);
}

describe('a health check', () => {
  it.each(['/_health', '/_ready', '/_ready?by=balancer'])(
    'of %s needs no Host header, and may be HTTP/1.0',
    async (path) => {
      expect(await statusOf(`GET ${path} HTTP/1.0\r\n\r\n`)).toBe(204);
      expect(await statusOf(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toBe(204);
      expect(await statusOf(`HEAD ${path} HTTP/1.0\r\n\r\n`)).toBe(204);
    },
  );

  it.each(['/api/tags', '/_healthy', '/'])('is no excuse for %s, which needs a Host header', async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toBe(400);
  });

  it('of the process succeeds while no database answers, and that of readiness does not', async () => {
    const fails = () => Promise.reject(new Error('on purpose'));
    const { app } = createApp(conformance, { ...site.test.database, rows: fails, raw: fails });
    expect((await app.request('/_health')).status).toBe(204);
    expect((await app.request('/_ready')).status).toBe(503);
  });

  it('does not wait for a locked table', async () => {
    const other = openDatabase({ url: site.test.url, connections: 2 });
    await other.transaction(async (transaction) => {
      await transaction.rows('lock table tags in access exclusive mode');
      const { app } = createApp(conformance, site.test.database);
      expect((await app.request('/_ready')).status).toBe(204);
    });
    await other.close();
  });
});

describe('a server that is not ready', () => {
  const ask = async (at: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${at}/_ready`, { headers });
    return { status: answer.status, error: ((await answer.json()) as { error: object }).error };
  };
  const refusal = { status: 503, name: 'ServiceUnavailableError', message: 'Not ready' };
  const because = (reason: unknown) => ({ status: 503, error: { ...refusal, details: { reasons: [reason] } } });

  it('names a missing column to its own machine and to holders of a token, and to no other client', async () => {
    await site.test.database.rows('alter table tags rename column name to label');
    const fresh = createApp(conformance, site.test.database);
    const unready = await serve(fresh.app, { port: 0, hostname: '127.0.0.1' });
    const reason = 'The database lacks tags.name. Apply the migrations of this version';
    expect(await ask(unready.url)).toEqual(because(reason));
    const behindProxy = { 'x-forwarded-for': '203.0.113.7' };
    expect(await ask(unready.url, behindProxy)).toEqual({ status: 503, error: refusal });
    const wrong = { ...behindProxy, authorization: 'Bearer wrong' };
    expect(await ask(unready.url, wrong)).toEqual({ status: 503, error: refusal });
    await unready.stop();

    const withToken = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
    const token = { ...behindProxy, authorization: `Bearer ${FULL}` };
    await expect.poll(() => ask(withToken.url, token)).toEqual(because(reason));
    await withToken.stop();
    await site.test.database.rows('alter table tags rename column label to name');
    expect((await createApp(conformance, site.test.database).app.request('/_ready')).status).toBe(204);
  });

  it('says that its database refuses writes', async () => {
    const test = await createTestDatabase(conformance);
    await test.database.rows(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`);
    const database = openDatabase({ url: test.url, connections: 1 });
    const { app } = createApp(conformance, database);
    const unready = await serve(app, { port: 0, hostname: '127.0.0.1' });
    expect(await ask(unready.url)).toEqual(because('The database is read-only'));
    await unready.stop();
    await database.close();
    await test.close();
  });

  it('because it stops still answers, closes each connection after its answer, and then ends', async () => {
    const stopping = await serve(site.app, { port: 0, hostname: '127.0.0.1' });
    const stopped = stopping.stop({ drainMs: 5_000 });
    expect(await ask(stopping.url)).toEqual({ status: 503, error: refusal });
    const answer = await fetch(`${stopping.url}/api/tags`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${stopping.url}/_health`)).status).toBe(204);
    await stopped;
    await expect(fetch(`${stopping.url}/_health`)).rejects.toThrow();
  });
});
