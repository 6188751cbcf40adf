import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from '../migrate/server.js';
import { createSite, schema } from './site.js';
import { type Contents, row } from './strapi-archive.js';

const TOKEN = 'admin::api-token';
const RIGHT = 'admin::api-token-permission';
const files = {
  'content-gen.config.json': { permissions: { public: '*' }, locales: { default: 'en', all: ['en', 'de'] } },
  ...schema('tag', { name: { type: 'string' } }),
  ...schema('page', { title: { type: 'string' } }, { localized: true, draftAndPublish: true }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

test('of two rows for one version the same one comes in with every import, and the other is listed', async () => {
  const site = await createSite(server, files);
  const page = (id: number, title: string, locale: string | null) =>
    row('api::page.page', id, 'page1', { title, locale }, 'draft');
  const contents: Contents = {
    entities: [
      page(1, 'Without a locale', null),
      page(2, 'First', 'en'),
      page(3, 'Second', 'en'),
      page(4, 'Deutsch', 'de'),
      ...[1, 2].map((id) => row('api::tag.tag', id, 'tag1', { name: `Tag ${id}` })),
    ],
  };
  const pages = () => site.sql`select title, locale from pages order by locale`;
  const report = await site.importStrapi(contents);
  expect(report.types).toEqual({
    page: { read: 4, written: 2, unchanged: 0, skipped: 2 },
    tag: { read: 2, written: 1, unchanged: 0, skipped: 1 },
  });
  const message = 'the source has this version twice';
  expect(report.problems.filter((one) => one.message === message)).toHaveLength(3);
  const again = await site.importStrapi(contents);
  expect(again.types).toEqual({
    page: { read: 4, written: 0, unchanged: 2, skipped: 2 },
    tag: { read: 2, written: 0, unchanged: 1, skipped: 1 },
  });
  expect(again.problems).toEqual(report.problems);
  expect(await pages()).toEqual([
    { title: 'Deutsch', locale: 'de' },
    { title: 'First', locale: 'en' },
  ]);
  expect(await site.sql`select name from tags`).toEqual([{ name: 'Tag 1' }]);
});

const token = (id: number, name: string, data: object) =>
  row(TOKEN, id, `token${id}`, { name, kind: 'content-api', accessKey: `key${id}`, ...data });

/** A custom token with the id 1 and these rights. */
const custom = (actions: readonly string[], data: object = {}): Contents => ({
  entities: [
    token(1, 'Robot', { type: 'custom', ...data }),
    ...actions.map((action, index) => row(RIGHT, index + 1, `right${index + 1}`, { action })),
  ],
  links: actions.map((_, index) => ({
    ...{ kind: 'relation.basic', relation: 'manyToOne' },
    left: { type: RIGHT, ref: index + 1, field: 'token' },
    right: { type: TOKEN, ref: 1, field: 'permissions' },
  })),
});

test('a token that was restricted in the source is restricted here, and the report says so', async () => {
  const site = await createSite(server, files);
  const tokens = ['Robot'];
  const find = 'api::tag.tag.find';
  await site.importStrapi({ entities: [token(1, 'Robot', { type: 'full-access' })] }, { tokens });
  const restricted = await site.importStrapi(custom([find], { expiresAt: '2030-01-01T00:00:00.000Z' }), { tokens });
  expect(restricted.types['token']).toEqual({ read: 1, written: 1, unchanged: 0, skipped: 0 });
  expect(restricted.notes).toContain(
    'The token Robot changed: full-access became custom; it may tag.find; it ends 2030-01-01T00:00:00.000Z.',
  );
  const rights = () => site.sql`select type, actions, sha256 from cg_tokens`;
  expect(await rights()).toEqual([{ type: 'custom', actions: ['tag.find'], sha256: 'hmac-sha512:key1' }]);

  // More rights here stay, unless the user asks for the source.
  await site.sql`update cg_tokens set actions = '["tag.find", "tag.delete"]'`;
  const left = await site.importStrapi(custom([find]), { tokens });
  expect(left.changedHere).toEqual([
    { type: 'token', documentId: 'Robot', reason: 'changed here since the last import' },
  ]);
  const forced = await site.importStrapi(custom([find]), { overwrite: true, tokens });
  expect(forced.notes).toContain('The token Robot changed: it may no longer tag.delete; it ends never.');

  // A new secret in the source ends the old one here.
  const rotated = await site.importStrapi(custom([find], { accessKey: 'new' }), { tokens });
  expect(rotated.notes).toContain('The token Robot changed: it has a new secret.');
  expect(await rights()).toEqual([{ type: 'custom', actions: ['tag.find'], sha256: 'hmac-sha512:new' }]);
  expect((await site.importStrapi(custom([find], { accessKey: 'new' }), { tokens })).types['token']?.unchanged).toBe(1);
});

test('a token that was revoked here, or whose end is no date, stays out', async () => {
  const site = await createSite(server, files);
  const tokens = ['Website', 'Endless'];
  const contents: Contents = {
    entities: [
      token(1, 'Website', { type: 'read-only' }),
      token(2, 'Website', { type: 'full-access' }),
      token(3, 'Endless', { type: 'read-only', expiresAt: 'soon' }),
    ],
  };
  const report = await site.importStrapi(contents, { tokens });
  expect(report.problems.map(({ documentId, message }) => [documentId, message])).toEqual([
    ['Website', 'the source has this token twice'],
    ['Endless', 'its end is not a date'],
  ]);
  expect((await site.importStrapi(contents, { tokens })).types['token']).toEqual({
    read: 3,
    written: 0,
    unchanged: 1,
    skipped: 2,
  });
  await site.sql`delete from cg_tokens`;
  expect((await site.importStrapi(contents, { tokens })).changedHere).toEqual([
    { type: 'token', documentId: 'Website', reason: 'deleted here since the last import' },
  ]);
  expect(await site.sql`select from cg_tokens`).toHaveLength(0);
  await site.importStrapi(contents, { overwrite: true, tokens });
  expect(await site.sql`select name, type from cg_tokens`).toEqual([{ name: 'Website', type: 'read-only' }]);
});

test('a user with another password, or who is blocked, is signed out, and others are not', async () => {
  const site = await createSite(server, {
    ...files,
    'content-gen.config.json': { permissions: { public: { auth: ['callback'] } } },
  });
  const USER = 'plugin::users-permissions.user';
  const user = (id: number, data: object) =>
    row(USER, id, `user${id}`, {
      ...{ username: `user${id}`, email: `user${id}@example.org`, provider: 'local', password: '$2a$10$old' },
      ...{ confirmed: true, blocked: false, ...data },
    });
  const users = [user(1, {}), user(2, {}), user(3, {}), user(4, {})];
  await site.importStrapi({ entities: users });
  await site.sql`insert into cg_sessions (id, user_id, refresh, expires_at)
    select document_id, document_id, document_id, now() + interval '1 day' from users`;
  await site.sql`insert into cg_codes (sha256, purpose, user_id, email, expires_at)
    select document_id, 'reset', document_id, email, now() + interval '1 hour' from users`;

  const changed = [
    user(1, { password: '$2a$10$new' }),
    user(2, { blocked: true }),
    user(3, { email: 'other@example.org' }),
    user(4, { username: 'renamed' }),
  ];
  const report = await site.importStrapi({ entities: changed });
  expect(report.types['user']).toMatchObject({ written: 4 });
  const left = async (table: string) =>
    (await site.sql`select user_id from ${site.sql(table)} order by 1`).map(({ user_id }) => user_id);
  expect(await left('cg_sessions')).toEqual(['user3', 'user4']);
  expect(await left('cg_codes')).toEqual(['user2', 'user4']);
});
