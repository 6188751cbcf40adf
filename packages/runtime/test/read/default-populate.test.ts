import { afterAll, beforeAll, expect, it } from 'vitest';

import { conformance } from '../harness/fixtures/conformance.js';
import { type Site, openSite } from '../harness/site.js';

/** `api.populate`: what requests get that name no populate. */
let site: Site;
let documentId = '';
beforeAll(async () => {
  const { api } = conformance.definition.settings;
  site = await openSite(conformance, {
    settings: {
      api: {
        ...api,
        populate: {
          article: { categories: { fields: ['name'] } },
          author: { always: ['articles'] },
          category: { findOne: { always: { articles: { fields: ['title'] } } } },
        },
      },
    },
  });
  const category = await send('POST', '/categories', { name: 'Boats' });
  const article = await send('POST', '/articles', { title: 'Night boats', categories: [category.data.documentId] });
  expect(article.status).toBe(201);
  expect(article.data).not.toHaveProperty('categories');
  ({ documentId } = article.data);
});
afterAll(() => site.close());

async function send(method: string, path: string, data?: unknown) {
  const { status, body } = await site.request(method, `/api${path}`, data === undefined ? {} : { body: { data } });
  return { status, data: body.data };
}

it('a list and a document are populated by default', async () => {
  const list = await send('GET', '/articles');
  expect(list.data).toEqual([expect.objectContaining({ categories: [expect.objectContaining({ name: 'Boats' })] })]);
  const one = await send('GET', `/articles/${documentId}`);
  expect(one.data).toMatchObject({ categories: [{ name: 'Boats' }] });
});

it('a request that names populate gets what it names', async () => {
  const list = await send('GET', '/articles?populate=cover');
  expect(list.data[0]).not.toHaveProperty('categories');
  expect(list.data[0]).toHaveProperty('cover');
});

it('other types and answers to writes are not populated', async () => {
  expect((await send('GET', '/categories')).data[0]).not.toHaveProperty('articles');
  const updated = await send('PUT', `/articles/${documentId}`, { title: 'Day boats' });
  expect(updated).toMatchObject({ status: 200, data: { title: 'Day boats' } });
  expect(updated.data).not.toHaveProperty('categories');
});

it('what is always populated stands above what a request names, also where that is wrong', async () => {
  const author = await send('POST', '/authors', { name: 'Ines' });
  for (const query of ['', '?populate=nothing', '?populate[avatar]=true', '?populate[articles][populate]=*']) {
    const { status, data } = await send('GET', `/authors${query}`);
    expect(status).toBe(200);
    expect(Object.entries(data[0]).filter(([, value]) => Array.isArray(value))).toEqual([['articles', []]]);
  }
  expect((await send('GET', `/authors/${author.data.documentId}?populate=avatar`)).data).toHaveProperty('articles');
});

it('a setting of documents alone leaves lists to the request', async () => {
  const [category] = (await send('GET', '/categories?populate=nothing')).data ?? [];
  expect(category).toBeUndefined();
  const list = await send('GET', '/categories?populate=articles');
  expect(list.data[0].articles[0]).toHaveProperty('slug');
  const one = await send('GET', `/categories/${list.data[0].documentId}?populate=*`);
  expect(one.data.articles[0]).toHaveProperty('title');
  expect(one.data.articles[0]).not.toHaveProperty('slug');
});

it('deleting with a query is not affected', async () => {
  expect((await send('DELETE', `/articles/${documentId}`)).status).toBe(204);
});
