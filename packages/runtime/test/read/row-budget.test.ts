import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';
import { findOne } from '../../src/read/index.js';
import { FULL, type Site as AccessSite, openSite as openLimited } from '../access/site.js';
import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

/** Reads one document with a row budget. */
async function show(maxPopulatedRows: number, type: string, name: string, text: string) {
  const { settings } = contentDefinition;
  const rest = { ...settings.api.rest, maxPopulatedRows };
  const definition = { ...contentDefinition, settings: { ...settings, api: { ...settings.api, rest } } };
  const content = createContent(definition, { database: site.database });
  const caller = { kind: 'token', id: 'all', name: 'all', may: () => true } as const;
  const { body } = await findOne({ content, caller, requestId: 'x' }, content.models.get(type)!, id(name), {
    text,
  });
  return JSON.parse(Buffer.from(body).toString()).data;
}

it.each([
  ['a list of links', 'article', 'a1', 'populate=categories'],
  ['a list from the other side', 'author', 'au1', 'populate=articles'],
  ['a list of files', 'article', 'a1', 'populate=gallery'],
  ['a list below a relation', 'article', 'a1', 'populate=author.articles,cover'],
  ['a list below two relations', 'comment', 'cm1', 'populate[subject][on][api::author.author][populate]=articles'],
  ['a list of several types', 'badge', 'b1', 'populate=items'],
  ['a list in an entry of a zone', 'article', 'a1', 'populate[content][on][blocks.slider][populate]=tags'],
  ['a list of files in an entry of a zone', 'article', 'a1', 'populate[content][populate]=files'],
  ['a list in a zone below a list', 'author', 'au1', 'populate[articles][populate][content][populate]=tags'],
])('%s that exceeds the budget is a 400, and one that fits is shown', async (_, type, name, text) => {
  const whole = await show(20_000, type, name, text);
  await expect(show(1, type, name, text)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('The maximum is 1 '),
    details: { source: 'query', param: 'populate' },
  });
  expect(await show(text.includes('articles][') ? 4 : 2, type, name, text)).toEqual(whole);
});

it('a relation to nothing is within every budget', async () => {
  expect((await show(0, 'category', 'c1', 'populate=parent.articles')).parent).toBeNull();
  expect((await show(0, 'article', 'a2', 'populate[content][populate]=tags')).content).toEqual([]);
});

it('a document that does not exist is a 404, whatever its query would populate', async () => {
  for (const text of ['populate=categories', 'populate=categories.articles'])
    await expect(show(1, 'article', 'nope', text)).rejects.toMatchObject({ status: 404 });
});

describe('rows that the caller cannot see do not count, because the answer would tell their number', () => {
  let limited: AccessSite;
  beforeAll(async () => {
    const { settings } = contentDefinition;
    const api = { ...settings.api, rest: { ...settings.api.rest, maxPopulatedRows: 4 } };
    const open = (name: string) => ({ actions: ['find'], where: { [name]: { $startsWith: 'open' } } });
    const permissions = { public: { author: ['findOne'], article: open('title'), category: open('name') } };
    limited = await openLimited({ api, permissions });
  });
  afterAll(() => limited.close());

  async function make(path: string, data: object): Promise<string> {
    const { status, body } = await limited.request('POST', `/api/${path}`, { token: FULL, body: { data } });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data.documentId;
  }
  // Names are unique.
  let made = 0;
  const makeMany = (count: number, path: string, key: string, name: string) =>
    Promise.all(Array.from({ length: count }, () => make(path, { [key]: `${name} ${made++}` })));

  it.each([
    ['outside the row rules', 20, 0, 'categories'],
    ['outside the row rules of two lists', 10, 10, 'categories'],
    ['without a published version', 20, 0, 'categories?status=draft'],
  ])('%s', async (_, hidden, alsoHidden, path) => {
    const name = path === 'categories' ? 'closed' : 'open draft';
    const categories = [
      ...(await makeMany(hidden, path, 'name', name)),
      ...(await makeMany(1, 'categories', 'name', 'open')),
    ];
    const related = await makeMany(alsoHidden, 'articles', 'title', 'closed');
    const author = await make('authors', { name: 'Ann' });
    await make('articles', { title: 'open', author, categories, related });
    const query = 'populate[articles][populate][0]=categories&populate[articles][populate][1]=related';
    const { status, body } = await limited.request('GET', `/api/authors/${author}?${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.data.articles).toMatchObject([{ categories: [{ name: expect.stringMatching(/^open/) }], related: [] }]);
  });
});
