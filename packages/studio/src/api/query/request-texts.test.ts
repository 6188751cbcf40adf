import { expect, test } from 'vitest';

import { parseQuery } from './query-state.js';
import { clientCall, curlCommand, requestPath } from './request-texts.js';

const articles = { name: 'article', path: '/api/articles', kind: 'collectionType' } as const;
const homepage = { name: 'home-page', path: '/api/home-page', kind: 'singleType' } as const;
const scalars: Readonly<Record<string, string>> = { views: 'integer', featured: 'boolean', 'author.age': 'integer' };
const scalarAt = (path: readonly string[]) => scalars[path.join('.')];

test('the request has the path of its type or document', () => {
  expect(requestPath(articles, '', parseQuery('sort=title'))).toBe('/api/articles?sort=title');
  expect(requestPath(articles, 'a/b', parseQuery(''))).toBe('/api/articles/a%2Fb');
});

test('curl gets the address in quotes', () => {
  expect(curlCommand('http://localhost:1337', "/api/articles?filters[title][$eq]=it's", true)).toBe(
    `curl -g 'http://localhost:1337/api/articles?filters[title][$eq]=it'\\''s'`,
  );
  expect(curlCommand('http://x', '/api', false)).toBe(`curl -g -H "Authorization: Bearer $TOKEN" 'http://x/api'`);
});

test.each([
  [articles, '', '', 'client.articles.find()'],
  [articles, 'abc', '', "client.articles.findOne('abc')"],
  [homepage, '', 'populate=*', "client.homePage.find({ populate: '*' })"],
  [articles, '', 'filters[views][$gt]=5', 'client.articles.find({ filters: { views: { $gt: 5 } } })'],
  [articles, '', 'filters[title][$eq]=5', "client.articles.find({ filters: { title: { $eq: '5' } } })"],
  [
    articles,
    '',
    'populate[author][filters][age][$in][0]=5',
    'client.articles.find({ populate: { author: { filters: { age: { $in: [5] } } } } })',
  ],
  [
    articles,
    '',
    'filters[featured][$eq]=true&fields=title,slug&pagination[pageSize]=10&pagination[withCount]=false&populate[author]=true',
    `client.articles.find({
  filters: { featured: { $eq: true } },
  fields: ['title', 'slug'],
  populate: { author: true },
  pagination: { pageSize: 10, withCount: false },
})`,
  ],
])('the call of %j %s ?%s', (target, documentId, query, expected) => {
  expect(clientCall(target, documentId, parseQuery(query), scalarAt)).toBe(
    `const { data, error } = await ${expected};`,
  );
});
