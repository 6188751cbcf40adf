/** A write that reaches beyond its own document: owners of a relation, and documents that the caller cannot see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Permissions } from '../../src/content/settings.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import type { Reply } from '../harness/request.js';
import { FULL, type Site, openSite } from './site.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(conformance);
});
afterAll(() => test.close());

const everything = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'findDraft'];

function siteFor(types: Permissions[string]): Promise<Site> {
  return openSite({ permissions: { public: types } }, test);
}

async function made(site: Site, plural: string, data: object): Promise<{ id: number; documentId: string }> {
  const { status, body } = await site.request('POST', `/api/${plural}`, { token: FULL, body: { data } });
  expect([status, body.error]).toEqual([201, undefined]);
  const [row] = await test.rows<{ id: number }>(
    `select id from ${plural} where document_id = $1 and cg_status = 'published'`,
    [body.data.documentId],
  );
  return { id: row?.id ?? 0, documentId: body.data.documentId };
}

async function authorOf(article: { documentId: string }): Promise<string | null> {
  const rows = await test.rows<{ author: string | null }>(
    `select distinct author from articles where document_id = $1`,
    [article.documentId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.author ?? null;
}

describe('a relation that is written from its other side', () => {
  const put = (site: Site, author: { documentId: string }, articles: unknown): Promise<Reply> =>
    site.request('PUT', `/api/authors/${author.documentId}`, { body: { data: { articles } } });

  it('is a 403 without the right to update the owner, for every spelling', async () => {
    const site = await siteFor({ author: everything, article: ['find', 'findOne', 'create'] });
    const author = await made(site, 'authors', { name: 'reached' });
    const article = await made(site, 'articles', { title: 'not yours' });
    for (const articles of [
      { connect: [article.documentId] },
      { connect: [{ id: article.id }] },
      { set: [article.documentId] },
      [article.documentId],
      { disconnect: [article.documentId] },
    ]) {
      expect((await put(site, author, articles)).status).toBe(403);
    }
    const created = await site.request('POST', '/api/authors', {
      body: { data: { name: 'new', articles: [article.documentId] } },
    });
    expect(created.status).toBe(403);
    expect(await authorOf(article)).toBe(null);
  });

  it('is written with the right to update the owner', async () => {
    const site = await siteFor({ author: everything, article: ['find', 'findOne', 'update'] });
    const author = await made(site, 'authors', { name: 'allowed' });
    const article = await made(site, 'articles', { title: 'shared' });
    expect((await put(site, author, { connect: [article.documentId] })).status).toBe(200);
    expect(await authorOf(article)).toBe(author.documentId);
  });

  it('is a 403 for an owner outside the row rules, whether it enters the list or leaves it', async () => {
    const update = { title: { $startsWith: 'mine' } };
    const site = await siteFor({
      author: everything,
      article: { actions: ['find', 'findOne', 'update'], whereTo: { update } },
    });
    const author = await made(site, 'authors', { name: 'ruled' });
    const mine = await made(site, 'articles', { title: 'mine' });
    const theirs = await made(site, 'articles', { title: 'theirs', author: author.documentId });

    expect((await put(site, author, { connect: [mine.documentId] })).status).toBe(200);
    expect((await put(site, author, { disconnect: [theirs.documentId] })).status).toBe(403);
    expect((await put(site, author, { set: [mine.documentId] })).status).toBe(403);
    expect((await put(site, author, { set: [] })).status).toBe(403);
    expect(await authorOf(theirs)).toBe(author.documentId);
    expect((await put(site, author, { disconnect: [mine.documentId] })).status).toBe(200);
    const other = await made(site, 'authors', { name: 'other' });
    expect((await put(site, other, { connect: [theirs.documentId] })).status).toBe(403);
    expect(await authorOf(theirs)).toBe(author.documentId);
  });

  it('needs as many statements for many owners as for one', async () => {
    const rule = { title: { $startsWith: 'mine' } };
    const article = { actions: ['find', 'findOne', 'update'], whereTo: { update: rule, find: rule } };
    const site = await siteFor({ author: everything, article });
    const author = await made(site, 'authors', { name: 'busy' });
    const articles = await Promise.all(
      ['mine 1', 'mine 2', 'mine 3', 'mine 4'].map((title) => made(site, 'articles', { title })),
    );
    const ids = articles.map(({ documentId }) => documentId);
    const statementsFor = async (connect: readonly string[]) => {
      site.statements();
      expect((await put(site, author, { connect })).status).toBe(200);
      return site.statements().length;
    };
    expect(await statementsFor(ids.slice(1))).toBe(await statementsFor(ids.slice(0, 1)));
  });

  it('is a 403 where it would move an owner out of the row rules', async () => {
    const site = await siteFor({
      author: everything,
      article: {
        actions: ['find', 'findOne', 'update'],
        whereTo: { update: { author: { name: { $eq: 'home' } } } },
      },
    });
    const home = await made(site, 'authors', { name: 'home' });
    const away = await made(site, 'authors', { name: 'away' });
    const article = await made(site, 'articles', { title: 'kept', author: home.documentId });
    expect((await put(site, away, { connect: [article.documentId] })).status).toBe(403);
    expect(await authorOf(article)).toBe(home.documentId);
  });
});

describe('a document that the caller cannot see', () => {
  /** The answer without the ids that the request itself sent. */
  const answerTo = async (site: Site, data: object): Promise<string> => {
    const { status, body } = await site.request('POST', '/api/articles', { body: { data } });
    return `${status} ${JSON.stringify(body.error ?? null).replaceAll(/"[a-z0-9]{24}\\?"|\b\d{5,}\b/g, '<id>')}`;
  };
  const MISSING = { id: 987_654_321, documentId: 'nosuchdocument0000000000' };

  it('gets the answer of a missing one, by row id, by document id, and among others', async () => {
    const site = await siteFor({
      article: everything,
      author: everything,
      category: { actions: everything, where: { name: { $startsWith: 'seen' } } },
    });
    // Row ids of five digits, so that the comparison can leave them out.
    await test.rows('alter table categories alter column id restart with 50000');
    const seen = await made(site, 'categories', { name: 'seen one' });
    const hidden = await made(site, 'categories', { name: 'hidden one' });
    const bodies = (other: { id: number; documentId: string }): object[] => [
      { categories: [other.id] },
      { categories: [other.documentId] },
      { categories: [MISSING.documentId, other.documentId, seen.documentId] },
      { categories: { connect: [{ id: other.id }] } },
      { categories: { connect: [{ documentId: seen.documentId, position: { before: other.documentId } }] } },
      { categories: { connect: [{ documentId: seen.documentId, position: { after: other.id } }] } },
      { categories: { disconnect: [other.id] } },
      { categories: { connect: [other.documentId, other.documentId] } },
      { categories: { connect: [{ id: other.id }, { id: other.id }] } },
      { categories: { connect: [other.documentId, seen.documentId, seen.documentId] } },
      { categories: { connect: [seen.documentId, seen.documentId, { documentId: other.documentId }] } },
      { categories: { connect: [{ documentId: seen.documentId, position: { before: other.documentId } }, seen.id] } },
      { categories: [seen.id, other.id], rating: 'no number' },
    ];
    const missing = bodies(MISSING);
    for (const [index, body] of bodies(hidden).entries()) {
      const data = { title: `probe ${index}`, ...body };
      const hiddenAnswer = await answerTo(site, data);
      const missingAnswer = await answerTo(site, { title: `probe ${index}`, ...missing[index] });
      expect(hiddenAnswer).toBe(missingAnswer);
      expect(hiddenAnswer).not.toContain(hidden.documentId);
    }
  });

  it('gets the answer of a missing one to a write of itself, whatever the body names', async () => {
    const site = await siteFor({ tag: everything, article: { actions: everything, where: { title: 'seen' } } });
    const seen = await made(site, 'articles', { title: 'seen' });
    const hidden = await made(site, 'articles', { title: 'hidden' });
    const bodies = (own: string): object[] => [
      { title: 'other' },
      { related: { connect: [own, own] } },
      { related: [own, MISSING.id] },
      { related: { connect: [own, seen.documentId, seen.documentId] } },
      { related: [own], cover: MISSING.documentId },
      { related: [own], rating: 'no number' },
    ];
    const answers = async (own: string) =>
      Promise.all(
        bodies(own).map(async (data) => {
          const { status, text } = await site.request('PUT', `/api/articles/${own}`, { body: { data } });
          return `${status} ${text.replaceAll(own, '<own>')}`;
        }),
      );
    expect(await answers(hidden.documentId)).toEqual(await answers(MISSING.documentId));
  });

  it('is not seen through a draft that the caller may not read', async () => {
    const rule = { name: { $startsWith: 'seen' } };
    const withDrafts = { actions: ['find', 'findOne', 'findDraft'], where: rule };
    const ofDrafts = {
      actions: ['find', 'findOne', 'findDraft'],
      where: rule,
      whereTo: { findDraft: { name: 'none' } },
    };
    const site = await siteFor({ article: everything, category: { actions: ['find', 'findOne'], where: rule } });
    const [reader, ruled] = [
      await siteFor({ article: everything, category: withDrafts }),
      await siteFor({ article: everything, category: ofDrafts }),
    ];
    const category = await made(site, 'categories', { name: 'published name' });
    const draft = { token: FULL, body: { data: { name: 'seen in the draft' } } };
    expect((await site.request('PUT', `/api/categories/${category.documentId}?status=draft`, draft)).status).toBe(200);
    const data = { title: 'probe', categories: [category.documentId] };
    expect(await answerTo(site, data)).toBe(await answerTo(site, { ...data, categories: [MISSING.documentId] }));
    expect(await answerTo(ruled, data)).toBe(await answerTo(site, data));
    expect(await answerTo(reader, data)).toBe('201 null');
  });
});
