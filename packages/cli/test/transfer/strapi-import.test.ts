import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openArchive } from './open.js';
import type { Source } from '../../src/transfer/source.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { type Site, component, createSite, schema } from './site.js';
import { type Contents, row } from './strapi-archive.js';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const FILE = 'plugin::upload.file';
const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

const files = {
  'package.json': {
    type: 'module',
    dependencies: { '@strapi/strapi': '5.31.0', '@strapi/plugin-users-permissions': '5.31.0' },
  },
  'content-gen.config.json': {
    api: { responses: 'strapi' },
    locales: { default: 'en', all: ['en', 'de'] },
    permissions: { public: '*', authenticated: { article: ['find'] } },
  },
  ...schema(
    'article',
    {
      title: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'title' },
      rating: { type: 'decimal' },
      views: { type: 'biginteger' },
      day: { type: 'date' },
      body: { type: 'blocks' },
      cover: { type: 'media', multiple: false },
      gallery: { type: 'media', multiple: true },
      tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'articles' },
      author: { type: 'relation', relation: 'manyToOne', target: USER },
      seo: { type: 'component', component: 'shared.seo' },
      blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
    },
    { draftAndPublish: true, localized: true },
  ),
  ...schema('tag', {
    name: { type: 'string', unique: true, maxLength: 10 },
    articles: { type: 'relation', relation: 'manyToMany', target: ARTICLE, mappedBy: 'tags' },
  }),
  ...component('shared.seo', {
    title: { type: 'string' },
    image: { type: 'media' },
    related: { type: 'relation', relation: 'oneToMany', target: TAG },
  }),
  ...component('shared.quote', { text: { type: 'text' } }),
};

const basic = (left: object, right: object) =>
  ({ kind: 'relation.basic', relation: 'manyToMany', left, right }) as NonNullable<Contents['links']>[number];
const media = (file: number, type: string, ref: number, field: string, pos = 1) =>
  ({
    kind: 'relation.morph',
    relation: 'morphToMany',
    left: { type: FILE, ref: file, field: 'related' },
    right: { type, ref, field, pos },
  }) as NonNullable<Contents['links']>[number];

const article = (id: number, status: 'draft' | 'published', locale: string, more: object = {}) =>
  row(
    ARTICLE,
    id,
    'artikel1',
    {
      title: `Article ${status} ${locale}`,
      slug: `article-${locale}`,
      rating: 4.5,
      views: '9007199254740993',
      day: '2024-02-29',
      body: [{ type: 'paragraph', children: [{ type: 'text', text: 'Hi' }] }],
      locale,
      seo: { id: id + 100, title: `SEO ${id}` },
      blocks: [
        { id: id + 200, __component: 'shared.quote', text: 'To be' },
        { id: id + 300, __component: 'shared.seo', title: 'Deep' },
      ],
      ...more,
    },
    status,
  );

const contents: Contents = {
  entities: [
    article(1, 'draft', 'en'),
    article(2, 'published', 'en'),
    article(3, 'draft', 'de'),
    row(ARTICLE, 4, 'artikel2', { title: null, slug: 'article-en', locale: 'en' }, 'published'),
    row(ARTICLE, 5, 'artikel2', { title: 'Second', slug: 'article-en', locale: 'en' }, 'draft'),
    ...['Red', 'Green', 'Blue'].map((name, index) => row(TAG, index + 1, `tag${index + 1}`, { name })),
    row(TAG, 4, 'tag4', { name: 'Red' }),
    row(TAG, 5, 'tag5', { name: 'A very long name' }),
    row(FILE, 1, 'file1', {
      name: 'cat.png',
      hash: 'cat_1234',
      ext: '.png',
      mime: 'image/png',
      size: 0.5,
      url: '/uploads/cat_1234.png',
      provider: 'local',
      width: 10,
      height: 10,
      formats: {
        thumbnail: {
          name: 'thumbnail_cat.png',
          hash: 'thumbnail_cat_1234',
          ext: '.png',
          mime: 'image/png',
          size: 0.1,
          width: 5,
          height: 5,
          url: '/uploads/thumbnail_cat_1234.png',
        },
      },
    }),
    row(FILE, 2, 'file2', {
      name: 'gone.png',
      hash: 'gone_1',
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: '/uploads/gone_1.png',
      provider: 'local',
    }),
    row(ROLE, 1, 'role1', { name: 'Authenticated', type: 'authenticated', description: 'All' }),
    row(USER, 1, 'user1', {
      username: 'Ann',
      email: 'Ann@Example.org',
      password: '$2a$10$3x6qESfKDMMvSS1/LAqgtumm68kehK391iQm8jIqXWGuBVP9Cj7hS',
      confirmed: true,
      blocked: false,
      provider: 'local',
    }),
    row(USER, 2, 'user2', {
      username: 'Ａnn',
      email: 'other@example.org',
      password: 'x',
      confirmed: true,
      blocked: false,
    }),
    row('api::gone.gone', 1, 'gone1', { name: 'x' }),
  ],
  links: [
    // Draft: Blue, Red. Published: Red. Several versions of a target are one document.
    basic({ type: ARTICLE, ref: 1, field: 'tags', pos: 2 }, { type: TAG, ref: 1, field: 'articles', pos: 2 }),
    basic({ type: ARTICLE, ref: 1, field: 'tags', pos: 1 }, { type: TAG, ref: 3, field: 'articles', pos: 1 }),
    basic({ type: ARTICLE, ref: 2, field: 'tags', pos: 1 }, { type: TAG, ref: 1, field: 'articles', pos: 2 }),
    basic({ type: ARTICLE, ref: 5, field: 'tags', pos: 1 }, { type: TAG, ref: 1, field: 'articles', pos: 1 }),
    basic({ type: ARTICLE, ref: 5, field: 'tags', pos: 2 }, { type: TAG, ref: 99, field: 'articles', pos: 1 }),
    basic({ type: 'shared.seo', ref: 101, field: 'related', pos: 2 }, { type: TAG, ref: 1 }),
    basic({ type: 'shared.seo', ref: 101, field: 'related', pos: 1 }, { type: TAG, ref: 2 }),
    media(1, ARTICLE, 1, 'cover'),
    media(1, ARTICLE, 1, 'gallery', 2),
    media(2, ARTICLE, 1, 'gallery', 1),
    media(1, 'shared.seo', 301, 'image'),
    {
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: ARTICLE, ref: 1, field: 'author' },
      right: { type: USER, ref: 1 },
    },
    {
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: USER, ref: 1, field: 'role' },
      right: { type: ROLE, ref: 1 },
    },
    {
      kind: 'relation.basic',
      relation: 'oneToOne',
      left: { type: ARTICLE, ref: 1, field: 'createdBy' },
      right: { type: 'admin::user', ref: 1 },
    },
  ],
  assets: { 'cat_1234.png': 'CAT', 'thumbnail_cat_1234.png': 'cat' },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

async function contentOf({ sql }: Site) {
  const articles =
    await sql`select document_id, locale, cg_status, title, cg_diverged, created_at, cover, gallery, author, seo, blocks from articles order by id`;
  const links = await sql`
    select a.document_id, a.cg_status, l.target_id, l.rank, l.inverse_rank from articles_tags l join articles a on a.id = l.source_id order by a.id, l.rank`;
  return { articles, links };
}

test('a dry run reports what an import does, and an import does it once', async () => {
  const site = await createSite(server, files);
  const dry = await site.importStrapi(contents, { dryRun: true });
  expect((await contentOf(site)).articles).toHaveLength(0);
  const report = await site.importStrapi(contents);
  expect(report).toEqual(dry);
  expect(report.types).toEqual({
    article: { read: 5, written: 4, unchanged: 0, skipped: 1 },
    tag: { read: 5, written: 4, unchanged: 0, skipped: 1 },
    user: { read: 2, written: 1, unchanged: 0, skipped: 1 },
  });
  expect(report.problems.map(({ documentId, attribute, effect }) => [documentId, attribute, effect])).toEqual(
    expect.arrayContaining([
      ['artikel2', 'slug', 'skipped'],
      ['artikel2', 'tags', 'dropped'],
      ['tag4', 'name', 'skipped'],
      ['tag5', 'name', 'kept'],
      ['file2', undefined, 'kept'],
      ['user2', 'username', 'skipped'],
    ]),
  );
  expect(report.notes.join('\n')).toMatch(/1 versions name an admin in createdBy/);
  expect(report.notes.join('\n')).toMatch(/1 rows of api::gone.gone/);
  expect(report.problems).toContainEqual({
    ...{ type: 'api::gone.gone', effect: 'skipped', message: 'the project has no such type' },
  });
  // A version that is skipped is not listed as one that came in.
  const tags = report.problems.filter(({ documentId }) => documentId === 'artikel2');
  expect(tags.filter(({ status }) => status === 'published')).toMatchObject([{ effect: 'skipped' }]);

  const { articles, links } = await contentOf(site);
  expect(articles.map((one) => [one['document_id'], one['locale'], one['cg_status'], one['cg_diverged']])).toEqual([
    ['artikel1', 'en', 'draft', ['tags']],
    ['artikel1', 'en', 'published', []],
    ['artikel1', 'de', 'draft', []],
    ['artikel2', 'en', 'draft', []],
  ]);
  const [files1] = await site.sql`select id from cg_files where document_id = 'file1'`;
  const [files2] = await site.sql`select id from cg_files where document_id = 'file2'`;
  const [file1, file2] = [Number(files1?.['id']), Number(files2?.['id'])];
  expect(articles[0]).toMatchObject({
    created_at: new Date('2024-03-01T10:00:00.000Z'),
    cover: String(file1),
    gallery: [String(file2), String(file1)],
    author: 'user1',
    seo: { __component: 'shared.seo', title: 'SEO 1', related: ['tag2', 'tag1'], image: null },
    blocks: [
      { __component: 'shared.quote', text: 'To be' },
      { __component: 'shared.seo', title: 'Deep', image: file1 },
    ],
  });
  expect(links.map((link) => [link['document_id'], link['cg_status'], link['target_id']])).toEqual([
    ['artikel1', 'draft', 'tag3'],
    ['artikel1', 'draft', 'tag1'],
    ['artikel1', 'published', 'tag1'],
    ['artikel2', 'draft', 'tag1'],
  ]);
  const inverse = links.filter((link) => link['target_id'] === 'tag1').map((link) => String(link['inverse_rank']));
  expect(inverse[2]! < inverse[0]!).toBe(true);
  expect(inverse[0]).toBe(inverse[1]);

  const again = await site.importStrapi(contents);
  expect(again.types).toEqual({
    article: { read: 5, written: 0, unchanged: 4, skipped: 1 },
    tag: { read: 5, written: 0, unchanged: 4, skipped: 1 },
    user: { read: 2, written: 0, unchanged: 1, skipped: 1 },
  });
  expect(await contentOf(site)).toEqual({ articles, links });
  expect(readFileSync(join(site.root, 'public/uploads/cat_1234.png'), 'utf8')).toBe('CAT');
});

test('a second import follows the source, and leaves alone what was changed here', async () => {
  const site = await createSite(server, files);
  const tags = (names: readonly string[]) => ({
    entities: names.map((name, index) =>
      row(TAG, index + 1, `tag${index + 1}`, {
        name,
        ...(name.endsWith('!') ? { updatedAt: '2025-01-01T00:00:00.000Z' } : {}),
      }),
    ),
  });
  await site.importStrapi(tags(['Red', 'Green', 'Blue', 'White']));
  const ids = await site.sql`select id, document_id from tags order by id`;
  await site.sql`update tags set name = 'Mine', cg_version = cg_version + 1 where document_id = 'tag2'`;
  await site.sql`delete from cg_documents where id = 'tag3'`;

  const report = await site.importStrapi(tags(['Red!', 'Green!', 'Blue!', 'White']));
  expect(report.types).toEqual({ tag: { read: 4, written: 1, unchanged: 1, skipped: 2 } });
  expect(report.changedHere).toEqual([
    { type: 'tag', documentId: 'tag2', reason: 'changed here since the last import' },
    { type: 'tag', documentId: 'tag3', reason: 'deleted here since the last import' },
  ]);
  const names = async () => (await site.sql`select name from tags order by document_id`).map((one) => one['name']);
  expect(await names()).toEqual(['Red!', 'Mine', 'White']);

  const forced = await site.importStrapi(tags(['Red!', 'Green!', 'Blue!', 'White']), { overwrite: true });
  expect(forced.types).toEqual({ tag: { read: 4, written: 2, unchanged: 2, skipped: 0 } });
  expect(await names()).toEqual(['Red!', 'Green!', 'Blue!', 'White']);
  const kept = await site.sql`select id, document_id from tags where document_id <> 'tag3' order by id`;
  expect(kept.map((one) => one['id'])).toEqual(
    ids.filter((one) => one['document_id'] !== 'tag3').map((one) => one['id']),
  );
});

test('an export brings relations back that were lost here without a change of the document', async () => {
  const site = await createSite(server, files);
  const article = (id: number) => row(ARTICLE, id, `article${id}`, { title: `a${id}`, locale: 'en' });
  const tagged = (id: number) => basic({ type: ARTICLE, ref: id, field: 'tags' }, { type: TAG, ref: 1 });
  await site.importStrapi({
    entities: [article(1), article(2), row(TAG, 1, 'tag1', { name: 'Red' })],
    links: [tagged(1)],
  });
  // As if it had been written here.
  await site.sql`delete from cg_imports`;
  const path = await site.exportTo('backup.tar.gz');
  const links = () => site.sql`select a.document_id from articles_tags l join articles a on a.id = l.source_id`;
  const before = await links();
  expect(before).not.toEqual([]);
  expect((await site.importFile(path)).changedHere).toEqual([]);

  await site.sql`delete from cg_documents where id = 'tag1'`;
  const report = await site.importFile(path);
  expect(report.changedHere).toEqual([
    { type: 'article', documentId: 'article1', reason: 'exists here, and no import wrote it' },
  ]);
  expect(await links()).toEqual([]);
  const forced = await site.importFile(path, { overwrite: true });
  expect(forced.changedHere).toEqual([]);
  expect(await links()).toEqual(before);
});

test('the token of a running serve stays out of an export', async () => {
  const site = await createSite(server, files);
  for (const name of ['serve-0123abcd', 'mine']) {
    await site.sql`insert into cg_tokens (name, type, actions, sha256) values (${name}, 'full-access', '[]', ${name})`;
  }
  const path = await site.exportTo('tokens.tar.gz');
  const other = await createSite(server, files);
  await other.importFile(path, { tokens: ['mine'] });
  expect(await other.sql`select name from cg_tokens`).toEqual([{ name: 'mine' }]);

  // Archives of former releases have it.
  const source = await openArchive({ path, key: undefined });
  const former: Source = {
    ...source,
    links: () => source.links(),
    files: () => source.files(),
    settings: () => source.settings(),
    webhooks: () => source.webhooks(),
    schemas: () => source.schemas(),
    close: () => source.close(),
    async *entities() {
      for await (const entity of source.entities())
        yield { ...entity, values: { ...entity.values, name: 'serve-0123abcd' } };
    },
  };
  const report = await other.importSource(former, { tokens: ['serve-0123abcd'] });
  expect(report.types['token']).toEqual({ read: 1, written: 0, unchanged: 0, skipped: 1 });
  expect(await other.sql`select name from cg_tokens`).toEqual([{ name: 'mine' }]);
});

test('a second import replaces and adds documents in several batches, and each gets an id of its own', async () => {
  const site = await createSite(server, files);
  // More than two batches; the first one of the second import replaces one document and adds the others.
  const tags = (count: number, first: string) => ({
    entities: Array.from({ length: count }, (_, index) =>
      row(TAG, index + 1, `tag${index + 1}`, { name: index === 0 ? first : `Tag ${index + 1}` }),
    ),
  });
  await site.importStrapi(tags(1, 'Red'));
  const report = await site.importStrapi(tags(2500, 'Blue'));
  expect(report.types).toEqual({ tag: { read: 2500, written: 2500, unchanged: 0, skipped: 0 } });
  const [row1] = await site.sql`select count(*)::int as rows, count(distinct id)::int as ids, min(id)::int as first,
    (select name from tags where document_id = 'tag1') as name from tags`;
  expect(row1).toEqual({ rows: 2500, ids: 2500, first: 1, name: 'Blue' });
});

test('an import leaves alone a document with the same id that no import wrote', async () => {
  const site = await createSite(server, files);
  await site.sql`insert into cg_documents (id, type) values ('tag1', 'tag')`;
  await site.sql`insert into tags (document_id, cg_status, name) values ('tag1', 'published', 'Mine')`;
  const report = await site.importStrapi({ entities: [row(TAG, 1, 'tag1', { name: 'Theirs' })] });
  expect(report.changedHere).toEqual([
    { type: 'tag', documentId: 'tag1', reason: 'exists here, and no import wrote it' },
  ]);
  expect(await site.sql`select name from tags`).toMatchObject([{ name: 'Mine' }]);
});

test('values and relations that the definitions lack are listed', async () => {
  const site = await createSite(server, files);
  const { problems, notes, links } = await site.importStrapi({
    entities: [
      row(TAG, 1, 'tag1', { name: 'Red', colour: '#f00', old: null }),
      article(1, 'published', 'en', { seo: { id: 101, title: 'SEO', legacy: [1] } }),
    ],
    links: [
      basic({ type: TAG, ref: 1, field: 'articles' }, { type: ARTICLE, ref: 1 }),
      basic({ type: ARTICLE, ref: 1, field: 'removed' }, { type: TAG, ref: 1 }),
    ],
  });
  const message = 'the definition has no such attribute';
  expect(problems).toEqual([
    expect.objectContaining({ documentId: 'artikel1', attribute: 'seo.legacy', effect: 'dropped', message }),
    expect.objectContaining({ documentId: 'tag1', attribute: 'colour', effect: 'dropped', message }),
  ]);
  expect(notes).toEqual([
    '1 links of article.removed were not imported, because the definition has no such relation.',
    '1 links of tag.articles were not imported, because the other side stores this relation.',
  ]);
  expect(links).toEqual({ read: 2, dropped: 2 });
});

test('values that lose something on their way are listed', async () => {
  const site = await createSite(server, files);
  const { problems } = await site.importStrapi({
    entities: [
      row(TAG, 1, 'tag1', { name: 'a\0b' }),
      article(1, 'published', 'en', {
        body: [{ type: 'paragraph', children: [{ type: 'text', text: '\uD800' }] }],
        seo: [{ id: 1, title: 'One' }, { title: 'Two' }],
      }),
    ],
  });
  expect(problems.map(({ attribute, effect, message }) => [attribute, effect, message])).toEqual([
    ['body', 'dropped', 'characters that the database cannot hold were removed'],
    ['seo', 'dropped', 'the component is no list, so 1 entries after the first stay out'],
    ['name', 'dropped', 'characters that the database cannot hold were removed'],
  ]);
  expect(await site.sql`select name from tags`).toEqual([{ name: 'ab' }]);
});

test('a version that the source unpublished disappears', async () => {
  const site = await createSite(server, files);
  const versions = (statuses: readonly ('draft' | 'published')[]) => ({
    entities: statuses.map((status, index) => row(ARTICLE, index + 1, 'one', { title: 'One', locale: 'en' }, status)),
  });
  await site.importStrapi(versions(['draft', 'published']));
  await site.importStrapi(versions(['draft']));
  expect(await site.sql`select cg_status from articles`).toMatchObject([{ cg_status: 'draft' }]);
});

test('admins are listed, and become users on request', async () => {
  const site = await createSite(server, files);
  const admins = {
    entities: [
      row('admin::user', 1, 'admin1', {
        firstname: 'Ada',
        lastname: 'L',
        username: null,
        email: 'ada@example.org',
        password: '$2a$10$x',
        isActive: true,
        blocked: false,
      }),
    ],
  };
  const listed = await site.importStrapi(admins);
  expect(listed.notes.join('\n')).toMatch(/1 admins were not imported.*ada@example.org/);
  const [ada] = admins.entities;
  const twice = { entities: [...admins.entities, { ...ada!, id: 2, data: { ...ada!.data, documentId: 'admin2' } }] };
  const { notes, problems } = await site.importStrapi(twice, { adminsAs: 'authenticated' });
  expect(notes).toContain('1 admins became users with the role authenticated: ada@example.org.');
  expect(problems.map(({ documentId, effect }) => [documentId, effect])).toEqual([['admin2', 'skipped']]);
  expect(await site.sql`select u.document_id, u.email, u.password, u.confirmed from users u`).toMatchObject([
    { document_id: 'admin1', email: 'ada@example.org', password: '$2a$10$x', confirmed: true },
  ]);
});

test('tokens of Strapi come in with their rights, once, and only by their names', async () => {
  const site = await createSite(server, files);
  const right = (id: number, action: string) => row('admin::api-token-permission', id, `right${id}`, { action });
  const tokens: Contents = {
    entities: [
      row('admin::api-token', 1, 'token1', {
        name: 'Website',
        kind: 'content-api',
        type: 'read-only',
        accessKey: 'a1',
      }),
      row('admin::api-token', 2, 'token2', { name: 'Robot', type: 'custom', accessKey: 'b2', expiresAt: '2030-01-01' }),
      row('admin::api-token', 3, 'token3', { name: 'Panel', kind: 'admin', type: null, accessKey: 'c3' }),
      right(1, 'api::tag.tag.create'),
      right(2, 'plugin::upload.content-api.upload'),
      right(3, 'api::robot.robot.start'),
    ],
    links: [1, 2, 3].map((id) => ({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: 'admin::api-token-permission', ref: id, field: 'token' },
      right: { type: 'admin::api-token', ref: 2, field: 'permissions' },
    })),
  };
  const without = await site.importStrapi(tokens);
  expect(await site.sql`select from cg_tokens`).toHaveLength(0);
  expect(without.types['token']).toEqual({ read: 3, written: 0, unchanged: 0, skipped: 3 });
  expect(without.notes.join()).toContain('Website (read-only), Robot (custom). To import those that you trust');
  expect(without.notes.join()).toContain('--tokens "Website,Robot"');
  await expect(site.importStrapi(tokens, { tokens: ['Website', 'None'] })).rejects.toThrow(
    '--tokens None: the source has no such token. It has Website, Robot, Panel.',
  );
  expect(await site.sql`select from cg_tokens`).toHaveLength(0);

  const chosen = { tokens: ['Website', 'Robot'] };
  const report = await site.importStrapi(tokens, chosen);
  expect(await site.sql`select name, type, actions, sha256, expires_at from cg_tokens order by name`).toMatchObject([
    {
      ...{ name: 'Robot', type: 'custom', sha256: 'hmac-sha512:b2' },
      actions: ['tag.create', 'upload.upload', 'upload.replace'],
      expires_at: new Date('2030-01-01T00:00:00.000Z'),
    },
    { name: 'Website', type: 'read-only', actions: [], sha256: 'hmac-sha512:a1', expires_at: null },
  ]);
  expect(report.types['token']).toEqual({ read: 3, written: 2, unchanged: 0, skipped: 1 });
  expect(report.problems.map(({ documentId, effect, message }) => [documentId, effect, message])).toEqual([
    ['Robot', 'dropped', 'the API has no action api::robot.robot.start'],
    ['Panel', 'skipped', 'the token has no rights of the REST API'],
  ]);
  expect(report.notes.join()).toContain('Website, Robot. They work on a server whose API_TOKEN_SALT');

  await site.sql`update cg_tokens set sha256 = 'another' where name = 'Website'`;
  const again = await site.importStrapi(tokens, chosen);
  expect(again.types['token']).toEqual({ read: 3, written: 0, unchanged: 1, skipped: 2 });
  expect(again.problems.map(({ message }) => message)).toContain('another token has this name here');
});

test('--only imports the chosen types, and links to documents that are here', async () => {
  const site = await createSite(server, files);
  await site.importStrapi(contents, { only: ['tag'] });
  expect(await site.sql`select from articles`).toHaveLength(0);
  expect(await site.sql`select from cg_files`).toHaveLength(0);
  const other = row(FILE, 9, 'file9', { name: 'other.png', hash: 'other', ext: '.png', mime: 'image/png' });
  const withOther = { ...contents, entities: [...(contents.entities ?? []), other] };
  const report = await site.importStrapi(withOther, { only: ['article'] });
  expect(Object.keys(report.types)).toEqual(['article']);
  expect([report.links.read, report.files.read]).toEqual([13, 2]);
  expect(await site.sql`select from articles_tags`).toHaveLength(4);
  await expect(site.importStrapi(contents, { only: ['artikel'] })).rejects.toThrow(
    '--only artikel: the project has no such content type',
  );
});

test('files come from a folder, or stay where they are', async () => {
  const withoutBytes = { ...contents, assets: {} };
  const site = await createSite(server, {
    ...files,
    'old/cat_1234.png': 'CAT',
    'old/thumbnail_cat_1234.png': 'cat',
    'old/other.txt': 'no',
  });
  await site.importStrapi(withoutBytes, { files: join(site.root, 'old') });
  expect(readFileSync(join(site.root, 'public/uploads/thumbnail_cat_1234.png'), 'utf8')).toBe('cat');

  const other = await createSite(server, files);
  const report = await other.importStrapi(withoutBytes, { keepUrls: true });
  expect(report.problems.filter(({ type }) => type === 'file')).toEqual([]);
  expect(await other.sql`select url from cg_files order by id`).toMatchObject([
    { url: '/uploads/cat_1234.png' },
    { url: '/uploads/gone_1.png' },
  ]);
});
