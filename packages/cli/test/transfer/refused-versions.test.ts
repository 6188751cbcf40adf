import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startServer } from '../migrate/server.js';
import { createSite, schema } from './site.js';
import { type Contents, type Entity, type Link, row } from './strapi-archive.js';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const CARD = 'api::card.card';
const OWNER = 'api::owner.owner';
const shared = { pluginOptions: { i18n: { localized: true } } };
const files = {
  'content-gen.config.json': { permissions: { public: '*' }, locales: { default: 'en', all: ['en', 'de'] } },
  ...schema('tag', { name: { type: 'string' } }),
  ...schema(
    'article',
    {
      slug: { type: 'string', unique: true, ...shared },
      tags: { type: 'relation', relation: 'manyToMany', target: TAG },
      next: { type: 'relation', relation: 'manyToOne', target: ARTICLE },
    },
    { localized: true, draftAndPublish: true },
  ),
  ...schema('card', { name: { type: 'string' } }),
  ...schema('owner', { card: { type: 'relation', relation: 'oneToOne', target: CARD, inversedBy: 'owner' } }),
};
const withInverse = {
  ...files,
  ...schema('card', {
    name: { type: 'string' },
    owner: { type: 'relation', relation: 'oneToOne', target: OWNER, mappedBy: 'card' },
  }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server?.stop());

const article = (id: number, slug: string, { locale = 'en', updatedAt = '2026-01-01T00:00:00.000Z' } = {}): Entity =>
  row(ARTICLE, id, `article${id}`, { slug, locale, updatedAt });

const link = (
  field: string,
  from: readonly [string, number],
  to: readonly [string, number],
  relation: string,
): Link => ({
  ...{ kind: 'relation.basic', relation },
  left: { type: from[0], ref: from[1], field },
  right: { type: to[0], ref: to[1] },
});

const tags = [1, 2].map((id) => row(TAG, id, `tag${id}`, { name: `Tag ${id}` }));
const links = [
  link('tags', [ARTICLE, 1], [TAG, 1], 'manyToMany'),
  link('tags', [ARTICLE, 1], [TAG, 2], 'manyToMany'),
  link('next', [ARTICLE, 2], [ARTICLE, 1], 'manyToOne'),
];
const LATER = '2026-02-01T00:00:00.000Z';

async function siteWith(contents: Contents) {
  const site = await createSite(server, withInverse);
  await site.importStrapi(contents);
  const articles = () =>
    site.sql`select document_id as id, locale, slug, next,
      (select array_agg(l.target_id order by l.rank) from articles_tags l where l.source_id = t.id) as tags
      from articles t order by document_id, locale`;
  return { ...site, articles };
}

test('a version that the database refuses keeps the old one, with its links and those of others to it', async () => {
  const site = await siteWith({ entities: [...tags, article(1, 'one'), article(2, 'two')], links });
  const before = await site.articles();
  await site.sql`update articles set slug = 'taken', cg_version = cg_version + 1 where document_id = 'article2'`;
  const report = await site.importStrapi({
    entities: [...tags, article(1, 'taken', { updatedAt: LATER }), article(2, 'two')],
    links,
  });
  const message = 'another published document has the same value, which must be unique';
  expect(report.problems).toMatchObject([{ documentId: 'article1', effect: 'skipped', attribute: 'slug', message }]);
  expect(await site.articles()).toEqual(
    before.map((one) => (one['id'] === 'article2' ? { ...one, slug: 'taken' } : one)),
  );

  // The value is free again, so that the version of the source comes in.
  await site.sql`update articles set slug = 'two' where document_id = 'article2'`;
  await site.importStrapi({ entities: [...tags, article(1, 'taken', { updatedAt: LATER })], links });
  expect((await site.articles()).map(({ slug }) => slug)).toEqual(['taken', 'two']);
});

test('a document keeps the locale that the source no longer has, if its new version is refused', async () => {
  const entities = [...tags, article(1, 'one'), article(2, 'two'), article(3, 'drei', { locale: 'de' })];
  const site = await siteWith({ entities, links });
  const before = await site.articles();
  await site.sql`update articles set slug = 'eins', cg_version = cg_version + 1 where document_id = 'article3'`;
  const moved = article(1, 'eins', { locale: 'de', updatedAt: LATER });
  await site.importStrapi({ entities: [...tags, moved, article(2, 'two')], links });
  const others = (rows: typeof before) => rows.filter(({ id }) => id !== 'article3');
  expect(others(await site.articles())).toEqual(others(before));

  await site.sql`update articles set slug = 'drei' where document_id = 'article3'`;
  await site.importStrapi({ entities: [...tags, moved, article(2, 'two')], links });
  expect((await site.articles()).map(({ id, locale }) => [id, locale])).toEqual([
    ['article1', 'de'],
    ['article2', 'en'],
    ['article3', 'de'],
  ]);
});

test('documents exchange unique values, beside one that is refused and over several batches', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => article(index + 1, `slug-${index + 1}`));
  const site = await siteWith({ entities: many });
  await site.sql`update articles set slug = 'taken', cg_version = cg_version + 1 where document_id = 'article5'`;
  const slugs = new Map([
    [1, 'slug-2'],
    [2, 'slug-1'],
    [3, 'slug-1150'],
    [4, 'taken'],
    [1150, 'slug-3'],
  ]);
  const changed = (id: number) => article(id, slugs.get(id) ?? '', { updatedAt: LATER });
  const report = await site.importStrapi({
    entities: many.map((one) => (slugs.has(one.id) ? changed(one.id) : one)),
  });
  expect(report.problems.map(({ documentId }) => documentId)).toEqual(['article4']);
  expect(report.types['article']).toEqual({ read: 1200, written: 4, unchanged: 1194, skipped: 2 });
  const stored =
    await site.sql`select document_id as id, slug from articles where updated_at = ${LATER} order by articles.id`;
  expect(stored.map(({ id, slug }) => [id, slug])).toEqual([
    ['article1', 'slug-2'],
    ['article2', 'slug-1'],
    ['article3', 'slug-1150'],
    ['article1150', 'slug-3'],
  ]);
});

test('a one-to-one relation moves to a document of another batch', async () => {
  const owners = Array.from({ length: 1100 }, (_, index) => row(OWNER, index + 1, `owner${index + 1}`, {}));
  const card = row(CARD, 1, 'card1', { name: 'Card' });
  const ownedBy = (id: number) => [link('card', [OWNER, id], [CARD, 1], 'oneToOne')];
  const site = await siteWith({ entities: [...owners, card], links: ownedBy(1100) });
  const report = await site.importStrapi({ entities: [...owners, card], links: ownedBy(1) });
  expect(report.problems).toEqual([]);
  expect(await site.sql`select document_id as id from owners where card = 'card1'`).toEqual([{ id: 'owner1' }]);
});
