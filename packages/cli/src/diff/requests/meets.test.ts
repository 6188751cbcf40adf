import { expect, test } from 'vitest';

import { article, foundChanges, stateOf } from '../../../test/diff/states.js';
import type { Change } from '../change.js';
import { requestsThatMeet, sentTo } from './meets.js';
import { requestText } from './recorded.js';

const pictures = {
  attributes: {
    text: { type: 'text' },
    cover: { type: 'media' },
    author: { type: 'relation', relation: 'manyToOne', target: 'author' },
  },
  seo: { slogan: { type: 'string' }, motto: { type: 'string' } },
  files: { 'content/author.json': { attributes: { name: { type: 'string' }, age: { type: 'integer' } } } },
};

const requests = [
  'GET /api/articles',
  'GET /api/articles?fields=title',
  'GET /api/articles?filters[text]=a&fields=title',
  'GET /api/articles/abc?populate=*',
  'HEAD /api/articles?populate[author][fields]=name',
  'POST /api/articles',
  'DELETE /api/articles/abc',
  'GET /api/authors',
  'GET /other/articles',
].map((line) => {
  const [method = '', target = ''] = line.split(' ');
  const [pathname = '', query = ''] = target.split('?');
  return { method, pathname, query };
});

/** The recorded requests that the first change between two states meets. */
async function met(before: Parameters<typeof stateOf>[0], now: Parameters<typeof stateOf>[0]) {
  const states = { before: await stateOf(before), now: await stateOf(now) };
  const [change] = (await foundChanges(before, now)) as [Change];
  return requestsThatMeet(change, sentTo(states.before, requests), states).map(requestText);
}

const without = (...names: readonly string[]) => ({
  ...pictures,
  attributes: Object.fromEntries(Object.entries(pictures.attributes).filter(([name]) => !names.includes(name))),
});

test('a scalar is in answers without fields, and in filters', async () => {
  expect(await met(pictures, without('text'))).toEqual([
    'GET /api/articles',
    'GET /api/articles?filters[text]=a&fields=title',
    'GET /api/articles/abc?populate=*',
    'HEAD /api/articles?populate[author][fields]=name',
    'POST /api/articles',
  ]);
});

test('a file is in answers that populate it', async () => {
  expect(await met(pictures, without('cover'))).toEqual(['GET /api/articles/abc?populate=*', 'POST /api/articles']);
});

test('an attribute of a component is in answers that populate the component', async () => {
  const now = { ...pictures, seo: { slogan: { type: 'string' } } };
  expect(await met(pictures, now)).toEqual(['GET /api/articles/abc?populate=*', 'POST /api/articles']);
});

test('a change of another type meets the reads that populate it', async () => {
  const now = { ...pictures, files: { 'content/author.json': { attributes: { name: { type: 'string' } } } } };
  expect(await met(pictures, now)).toEqual([
    'GET /api/articles/abc?populate=*',
    'HEAD /api/articles?populate[author][fields]=name',
    'GET /api/authors',
  ]);
});

test('clients use the old path of a type', async () => {
  const now = { ...article({}), type: { info: { pluralName: 'posts' } } };
  expect(await met(article({}), now)).toHaveLength(7);
});

test('another prefix meets every request below the old one', async () => {
  expect(await met({}, { config: { api: { prefix: '/v2' } } })).toHaveLength(8);
});
