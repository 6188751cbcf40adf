/** The steps of docs/renaming.md, beside servers that run the code before each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Block, blocksOf } from '../docs-page.js';
import type { TestServer } from './server.js';
import { type App, type Site, siteWithDatabase } from './site.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  ({ server, site } = await siteWithDatabase());
});
afterAll(async () => {
  for (const app of running) await app.close();
  await site?.close();
  await server?.stop();
});

const running = new Set<App>();
const blocks = blocksOf('docs/renaming.md');
const ARTICLE = 'ts content/article.ts';

/** Writes files of the page into the project. */
const write = (chosen: readonly Block[]) =>
  site.write(Object.fromEntries(chosen.map(({ info, code }) => [info.replace(/^\w+ /, ''), code])));
/** The definition of articles in a release: the first, second and third of the page. */
const article = (release: 1 | 2 | 3) => blocks.filter(({ info }) => info === ARTICLE).slice(release - 1, release);
const others = (pattern: RegExp) => blocks.filter(({ info }) => info !== ARTICLE && pattern.test(info));

async function deploy(): Promise<App> {
  const app = await site.release();
  running.add(app);
  return app;
}

async function end(app: App): Promise<void> {
  running.delete(app);
  await app.close();
}

async function request(app: App, method: string, path: string, data?: object) {
  const body = data === undefined ? null : JSON.stringify({ data });
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(new Request(`http://localhost/api${path}`, { method, headers, body }));
  const text = await response.text();
  expect({ path, ok: response.ok, text }).toMatchObject({ ok: true });
  return JSON.parse(text).data;
}

async function migrate(...flags: readonly string[]): Promise<void> {
  const created = await site.cli('migrate', 'create', 'next');
  expect(created, created.stderr).toMatchObject({ code: 0 });
  const applied = await site.cli('migrate', 'apply', ...flags);
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
}

test('a relation, a list, a component and a path get new names, and servers of both releases answer', async () => {
  await write([...article(1), ...others(/^ts content/)]);
  await migrate();
  const first = await deploy();
  const [ann, bob] = [
    await request(first, 'POST', '/people', { name: 'ann' }),
    await request(first, 'POST', '/people', { name: 'bob' }),
  ];
  const [red, blue] = [
    await request(first, 'POST', '/tags', { name: 'red' }),
    await request(first, 'POST', '/tags', { name: 'blue' }),
  ];
  const former = { author: ann.documentId, tags: [red.documentId, blue.documentId], hero: { text: 'one' } };
  const old = (await request(first, 'POST', '/articles', { title: 'old', ...former })).documentId;
  const read = async (app: App, id: string, path = 'articles', status = 'published') => {
    const { author, writer, tags, topics, hero, banner } = await request(
      app,
      'GET',
      `/${path}/${id}?populate=*&status=${status}`,
    );
    const names = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => name);
    return {
      author: author?.name,
      writer: writer?.name,
      tags: names(tags),
      topics: names(topics),
      hero: hero?.text,
      banner: banner?.text,
    };
  };

  // 1. Both names.
  await write([...article(2), ...others(/^ts src/)]);
  await migrate();
  expect(await read(first, old)).toMatchObject({ author: 'ann', tags: ['red', 'blue'], hero: 'one' });
  const both = await deploy();
  const late = (await request(first, 'POST', '/articles', { title: 'late', ...former })).documentId;
  const next = { writer: bob.documentId, topics: [blue.documentId, red.documentId], banner: { text: 'two' } };
  const bobs = {
    author: 'bob',
    writer: 'bob',
    tags: ['blue', 'red'],
    topics: ['blue', 'red'],
    hero: 'two',
    banner: 'two',
  };
  const byNew = (await request(both, 'POST', '/posts', { title: 'new', ...next })).documentId;
  expect(await read(both, byNew, 'posts')).toEqual(bobs);
  expect(await read(first, byNew)).toMatchObject({ author: 'bob', tags: ['blue', 'red'], hero: 'two' });
  const anns = {
    author: 'ann',
    writer: 'ann',
    tags: ['red', 'blue'],
    topics: ['red', 'blue'],
    hero: 'one',
    banner: 'one',
  };
  await request(both, 'PUT', `/articles/${byNew}`, former);
  expect(await read(both, byNew)).toEqual(anns);
  expect(await read(both, late)).toMatchObject({ author: 'ann', writer: undefined, topics: [] });

  // 2. The content of the old servers, in all versions.
  await request(first, 'PUT', `/articles/${late}?status=draft`, { author: bob.documentId });
  await end(first);
  await write(others(/^sql .*copy-names/));
  const copied = await site.cli('migrate', 'apply');
  expect(copied, copied.stderr).toMatchObject({ code: 0 });
  expect(await read(both, old)).toEqual(anns);
  expect(await read(both, late, 'posts')).toEqual(anns);
  expect(await read(both, late, 'posts', 'draft')).toEqual({ ...anns, author: 'bob', writer: 'bob' });
  // Lists go on from where they were.
  await request(both, 'PUT', `/posts/${old}`, { topics: { disconnect: [red.documentId] } });
  expect(await read(both, old)).toMatchObject({ tags: ['blue'], topics: ['blue'] });

  // 4. The new names alone: first the code, then the migration.
  await write(article(3));
  const app = others(/src\/app\.ts/)[0]!
    .code.replace(/^import { hooks }.*\n/m, '')
    .replace(', { hooks }', '');
  await site.write({ 'src/app.ts': app });
  await site.remove('src/hooks.ts');
  const last = await deploy();
  await request(both, 'PUT', `/posts/${old}`, next);
  expect(await read(last, old, 'posts')).toMatchObject({ writer: 'bob', topics: ['blue', 'red'], banner: 'two' });
  await end(both);
  await migrate('--allow-data-loss');
  expect(await read(last, late, 'posts')).toMatchObject({ writer: 'ann', topics: ['red', 'blue'], banner: 'one' });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0, stderr: 'Clean.\n' });
});
