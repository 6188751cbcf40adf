/** Attributes that the locales of a document begin or cease to share. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { syncSchema } from '../../src/migrate/sync-schema.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await site?.close();
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

const define = (body: string) =>
  `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({ localized: true, ${body} });\n`;
const box = `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { text: { type: 'string', unique: true } } });\n`;
const tag = `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({ attributes: { name: { type: 'string' } } });\n`;

/** Attributes of every kind of storage, and one that is always shared. */
const attributes = (localized: boolean) =>
  [
    `title: { type: 'string', unique: true, localized: ${localized} }`,
    `box: { type: 'component', component: 'shared.box', localized: ${localized} }`,
    `zone: { type: 'dynamiczone', components: ['shared.box'], localized: ${localized} }`,
    `cover: { type: 'media', localized: ${localized} }`,
    `tag: { type: 'relation', relation: 'manyToOne', target: 'tag', localized: ${localized} }`,
    `tags: { type: 'relation', relation: 'manyToMany', target: 'tag', localized: ${localized} }`,
    `views: { type: 'integer' }`,
  ].join(', ');

async function write(localized: boolean, head = '') {
  await site.write({
    'content/article.ts': define(`${head}attributes: { ${attributes(localized)} }`),
    'content/tag.ts': tag,
    'content/components/shared/box.ts': box,
  });
}

async function begin(head = '') {
  await write(true, head);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
  await sql`
    insert into cg_files (document_id, name, hash, mime, size, url, provider)
    select 'f' || n, 'a', 'h' || n, 'image/png', 1, '/a', 'local' from generate_series(1, 2) n`;
  const tags = [];
  for (const name of ['x', 'y']) tags.push((await site.api('POST', '/tags', { name })).data.documentId as string);
  return {
    english: valuesOf('English', 1, tags),
    french: valuesOf('Français', 2, tags.toReversed().slice(0, 1)),
    only: valuesOf('Seul', 2, []),
  };
}

const valuesOf = (title: string, cover: number, tags: readonly string[]) => ({
  title,
  box: { text: `${title} box` },
  zone: [{ __component: 'shared.box', text: `${title} zone` }],
  cover,
  tag: tags[0] ?? null,
  tags,
});

/** What a version shows of such values. */
const shownOf = ({ title, box: one, zone, cover, tag: first, tags }: ReturnType<typeof valuesOf>) => ({
  title,
  box: one,
  zone,
  cover: { id: cover },
  tag: first === null ? null : { documentId: first },
  tags: tags.map((documentId) => ({ documentId })),
});

const read = async (path: string, query: string) => (await site.api('GET', `${path}?populate=*&${query}`)).data;

async function levelled(documents: number) {
  const refused = await site.migrate('share');
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('share article.title now') });
  const counted = `Documents that lose a value of article.tags, because their locales differ: ${documents}`;
  expect(refused.stderr).toContain(counted);
  const applied = await site.cli('migrate', 'apply', '--allow-data-loss');
  expect(applied).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(counted) });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  await site.start();
}

test('locales share the values of the default locale, or else of the locale that was written last', async () => {
  const { english, french, only } = await begin();
  const { documentId } = (await site.api('POST', '/articles', english)).data;
  await site.api('PUT', `/articles/${documentId}?locale=fr`, french);
  const other = (await site.api('POST', '/articles?locale=fr', only)).data.documentId;
  await write(false);
  await levelled(1);

  for (const locale of ['en', 'fr'])
    expect(await read(`/articles/${documentId}`, `locale=${locale}`)).toMatchObject(shownOf(english));
  expect(await read(`/articles/${other}`, 'locale=fr')).toMatchObject(shownOf(only));
  await site.api('PUT', `/articles/${documentId}`, { views: 2 });
  for (const locale of ['en', 'fr'])
    expect(await read(`/articles/${documentId}`, `locale=${locale}`)).toMatchObject({ ...shownOf(english), views: 2 });

  // The unique values of the versions that were replaced are free.
  const taken = { ...only, title: 'Neu', zone: [], box: { text: 'English box' } };
  await expect(site.api('PUT', `/articles/${other}?locale=fr`, taken)).rejects.toThrow('unique');
  await site.api('PUT', `/articles/${other}?locale=fr`, { ...taken, box: { text: 'Français box' } });
});

test.each(['article', 'articles'])('drafts and published versions of /%s share their values each', async (plural) => {
  const head = `draftAndPublish: true, ${plural === 'article' ? `kind: 'singleType', ` : ''}`;
  const { english, french } = await begin(head);
  const isSingle = plural === 'article';
  const { documentId } = (await site.api(isSingle ? 'PUT' : 'POST', `/${plural}`, english)).data;
  const path = isSingle ? '/article' : `/articles/${documentId}`;
  await site.api('PUT', `${path}?status=draft`, { title: 'Draft', tags: [english.tags[1]] });
  await site.api('PUT', `${path}?locale=fr`, french);
  await write(false, head);
  await levelled(1);

  const draft = { ...shownOf(english), title: 'Draft', tags: [{ documentId: english.tags[1] }] };
  const versions = async () =>
    Promise.all(
      ['en', 'fr'].flatMap((locale) =>
        ['published', 'draft'].map((status) => read(path, `locale=${locale}&status=${status}`)),
      ),
    );
  expect(await versions()).toMatchObject([shownOf(english), draft, shownOf(english), draft]);
  await site.api('PUT', `${path}?locale=fr`, { views: 2 });
  expect(await versions()).toMatchObject([draft, draft, draft, draft]);
});

test('equal locales do not stop serve, and different ones do', async () => {
  const { english } = await begin();
  const { documentId } = (await site.api('POST', '/articles', english)).data;
  await site.api('PUT', `/articles/${documentId}?locale=fr`, { title: 'Français' });
  const sync = async () => syncSchema(site.url, await site.state(), { isOwn: true });
  await write(false);
  await expect(sync()).rejects.toThrow('all locales of a document share article.title now');
  await site.api('PUT', `/articles/${documentId}?locale=fr`, { title: 'English' });
  expect((await sync()).length).toBeGreaterThan(0);
});

test('a locale keeps the value that it shared, and has its own from now on', async () => {
  await write(false);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
  const { documentId } = (await site.api('POST', '/articles', { title: 'One' })).data;
  await site.api('PUT', `/articles/${documentId}?locale=fr`, { views: 1 });
  await write(true);
  // The migration changes no rows, and its snapshot records the change for the way back.
  expect((await site.migrate('own')).code).toBe(0);
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  await site.start();
  await site.api('PUT', `/articles/${documentId}`, { title: 'English' });
  expect(await read(`/articles/${documentId}`, 'locale=fr')).toMatchObject({ title: 'One', views: 1 });
  expect(await read(`/articles/${documentId}`, '')).toMatchObject({ title: 'English', views: 1 });
  await write(false);
  expect((await site.migrate('share')).code).toBe(3);
});

test('the snapshot of an older release does not cause a migration, and a write keeps the value of its locale', async () => {
  const { english, french } = await begin();
  const folder = join(site.root, 'migrations');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.snapshot'))) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll(/,?"(shared|required|limits)":(true|false|\{[^}]*\})/g, ''));
  }
  await write(false);
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  await write(true);
  const { documentId } = (await site.api('POST', '/articles', english)).data;
  await site.api('PUT', `/articles/${documentId}?locale=fr`, french);
  await write(false);
  await site.start();
  expect((await site.api('PUT', `/articles/${documentId}`, { views: 2 })).data).toMatchObject({ title: 'English' });
});
