import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from '../migrate/server.js';
import { type ServeProcess, startServe } from '../serve/project.js';
import { type Site, createSite, schema } from './site.js';
import { type Contents, type Link, row } from './strapi-archive.js';

const [ALBUM, PAGE, TAG] = ['api::album.album', 'api::page.page', 'api::tag.tag'];
const files = {
  'content-gen.config.json': {
    permissions: { public: '*' },
    // No request fails because the machine is busy.
    api: { rest: { publicTimeoutMs: 60_000 } },
  },
  // Types are written in the order of their names.
  ...schema('album', { title: { type: 'string' } }),
  ...schema('page', {
    title: { type: 'string' },
    code: { type: 'string', unique: true },
    tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'pages' },
  }),
  ...schema('tag', {
    name: { type: 'string' },
    pages: { type: 'relation', relation: 'manyToMany', target: PAGE, mappedBy: 'tags' },
  }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

const running: ServeProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((serve) => serve.end('SIGTERM')));
});

const LATER = '2026-02-01T00:00:00.000Z';
const tagged = (page: number, tag: number): Link => ({
  ...{ kind: 'relation.basic', relation: 'manyToMany' },
  left: { type: PAGE, ref: page, field: 'tags' },
  right: { type: TAG, ref: tag, field: 'pages' },
});
const contents = (word: string, updatedAt: string): Contents => ({
  entities: [
    row(ALBUM, 1, 'album1', { title: word, updatedAt }),
    ...[1, 2].map((id) => row(PAGE, id, `page${id}`, { title: `${word} ${id}`, code: `${word}-${id}`, updatedAt })),
    ...[1, 2].map((id) => row(TAG, id, `tag${id}`, { name: `${word} ${id}`, updatedAt })),
  ],
  links: [tagged(1, 1), tagged(2, 1), tagged(2, 2)],
});

async function served() {
  const site = await createSite(server, files);
  await site.importStrapi(contents('Old', '2026-01-01T00:00:00.000Z'));
  const serve = startServe(site.root, { args: ['--no-watch'], env: { DATABASE_URL: site.url } });
  running.push(serve);
  const { url } = await serve.event('ready');
  const send = async (method: string, path: string, data?: object) => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...body,
    });
    const text = await response.text();
    return { status: response.status, data: text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data };
  };
  return { ...site, send };
}

/** Runs an import that waits before it writes to a table, and a request meanwhile. */
async function duringImport<T>(site: Site, table: string, send: () => Promise<T>): Promise<T> {
  let [importing, request]: [Promise<unknown>, Promise<T> | undefined] = [Promise.resolve(), undefined];
  await site.sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in share row exclusive mode`);
    importing = site.importStrapi(contents('New', LATER));
    importing.catch(() => undefined);
    const waiting = async () =>
      (
        await tx`select distinct w.pid from pg_locks w join pg_locks o using (pid) where not w.granted
          and o.database = (select oid from pg_database where datname = current_database())`
      ).length;
    while ((await waiting()) === 0) await sleep(10);
    let isAnswered = false;
    request = send();
    void request.finally(() => (isAnswered = true));
    // The request is answered, or waits for a lock of the import.
    while (!isAnswered && (await waiting()) < 2) await sleep(10);
  });
  await importing;
  return request ?? send();
}

/** When the import waits, it has compared the pages, and written them or not. */
const either = ['albums', 'tags'];

test.each(either)('a write beside an import that waits for %s is not lost', async (table) => {
  const site = await served();
  const title = await duringImport(site, table, () => site.send('PUT', '/pages/page1', { title: 'Client' }));
  expect(title.status).toBe(200);
  const { data } = await site.send('GET', '/pages/page1?fields=title,code');
  expect(data).toMatchObject({ title: 'Client', code: 'New-1' });
});

test.each(either)('a write of the other side beside an import that waits for %s is not lost', async (table) => {
  const site = await served();
  const connect = { pages: { connect: ['page1'] } };
  const { status } = await duringImport(site, table, () => site.send('PUT', '/tags/tag2', connect));
  expect(status).toBe(200);
  const { data } = await site.send('GET', '/pages/page1?fields=title&populate[tags][fields]=name');
  expect(data).toMatchObject({ title: 'New 1', tags: [{ name: 'New 1' }, { name: 'New 2' }] });
});

test('a document that a client deletes beside an import stays deleted, or is deleted after it', async () => {
  const site = await served();
  const { status } = await duringImport(site, 'albums', () => site.send('DELETE', '/tags/tag1'));
  expect(status).toBe(204);
  expect((await site.send('GET', '/tags/tag1')).status).toBe(404);
  const { data } = await site.send('GET', '/pages/page2?populate[tags][fields]=name');
  expect(data).toMatchObject({ title: 'New 2', tags: [{ name: 'New 2' }] });
});

test('two imports at once wait for each other', async () => {
  const site = await createSite(server, files);
  const reports = await Promise.all([1, 2].map(() => site.importStrapi(contents('New', LATER))));
  expect(reports.map(({ types }) => types['page']?.written).toSorted()).toEqual([0, 2]);
  expect(reports.flatMap(({ problems, changedHere }) => [...problems, ...changedHere])).toEqual([]);
});
