import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serve } from '../../src/node.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { openPatient } from '../harness/patient-database.js';
import { openProxy } from '../harness/proxy.js';
import { createApp } from '../harness/app.js';
import { type Site, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

describe('a statement that takes too long', () => {
  it('is cancelled with a 503, and the next one is answered', async () => {
    const database = openPatient({ url: site.url, connections: 1, statementTimeoutMs: 100 });
    await site.database.rows(
      `create or replace function slow(text) returns text language sql volatile as 'select $1 from pg_sleep(600)'`,
    );
    await site.database.rows(`create view slow_tags as select id from tags where slow(name) is not null`);
    const slow = () => database.raw('select count(*) from slow_tags');
    const { app } = createApp(conformance, { ...database, raw: slow });
    const answer = await app.request('/api/tags');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      data: null,
      error: { status: 503, name: 'ServiceUnavailableError', message: 'The request took too long and was cancelled' },
    });
    expect(answer.headers.get('retry-after')).toBe('1');
    // On a busy machine, this statement may take too long as well.
    await expect.poll(() => database.rows('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('a database that cannot be reached', () => {
  it('is a 503, and the server is not ready until it is back', async () => {
    const proxy = await openProxy(site.url);
    // A busy machine may need longer for some requests before the cut and after it, so they are repeated.
    const database = openPatient({ url: proxy.url, connections: 2, connectMs: 2_000 });
    const { app } = createApp(conformance, database);
    const status = async (path: string) => (await app.request(path)).status;

    await expect.poll(() => status('/api/tags')).toBe(200);
    await expect.poll(() => status('/_ready')).toBe(204);
    proxy.cut();
    expect(await status('/api/tags')).toBe(503);
    await expect.poll(() => status('/_ready')).toBe(503);
    expect(await status('/_health')).toBe(204);
    proxy.mend();
    await expect.poll(() => status('/api/tags')).toBe(200);
    await expect.poll(() => status('/_ready')).toBe(204);
    await database.close();
    await proxy.close();
  });
});

describe('an API without prepared statements', () => {
  it('gives the same answers', async () => {
    const database = openPatient({ url: `${site.url}?prepare=false` });
    const { app } = createApp(conformance, database);
    for (let time = 0; time < 3; time++) expect((await app.request('/api/articles?populate=*')).status).toBe(200);
    expect(await database.rows('select count(*)::int as n from pg_prepared_statements')).toEqual([{ n: 0 }]);
    await database.close();
  });
});

describe('a server that is asked to stop', () => {
  it('finishes the current request and takes no new one', async () => {
    const app = new Hono();
    let reached = () => undefined as void;
    const begun = new Promise<void>((resolve) => (reached = resolve));
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    app.get('/', async (c) => {
      reached();
      await released;
      return c.text('done');
    });
    const server = await serve(app, { port: 0, hostname: '127.0.0.1', patienceMs: 600_000 });
    const answer = fetch(server.url).then((response) => response.text());
    await begun;
    const stopped = server.stop();
    await expect(fetch(server.url)).rejects.toThrow();
    release();
    expect(await answer).toBe('done');
    await stopped;
  });
});
