import { afterAll, beforeAll, expect, it } from 'vitest';

import { conformance } from '../harness/fixtures/conformance.js';
import { type Site, openSite } from '../harness/site.js';

/** `api.populate`: what requests get that name no populate. */
let site: Site;
let documentId = '';
beforeAll(async () => {
  const { api } = conformance.definition.settings;
  site = await openSite(conformance, {
    settings: { api: { ...api, populate: { article: { categories: { fields: ['name'] } } } } },
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

it('deleting with a query is not affected', async () => {
  expect((await send('DELETE', `/articles/${documentId}`)).status).toBe(204);
});
