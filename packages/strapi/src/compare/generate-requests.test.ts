import { expect, test } from 'vitest';
import { settingsOf } from 'content-gen/tools';

import { modelOf } from '../../../cli/test/model-of.js';
import { generateRequests } from './generate-requests.js';

const model = await modelOf({
  'content/article.json': {
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string' },
      views: { type: 'integer' },
      day: { type: 'date' },
      isOpen: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'guide'] },
      secret: { type: 'string', private: true },
      password: { type: 'password' },
      cover: { type: 'media' },
      author: { type: 'relation', relation: 'manyToOne', target: 'author' },
      zone: { type: 'dynamiczone', components: ['shared.quote'] },
    },
  },
  'content/author.json': { attributes: { name: { type: 'string' } } },
  'content/home.json': { kind: 'singleType', attributes: { heading: { type: 'string' } } },
  'content/hidden.json': { attributes: { name: { type: 'string' } } },
  'content/components/shared/quote.json': { attributes: { text: { type: 'text' } } },
});
const settings = settingsOf({ locales: { default: 'en', all: ['en', 'fr'] } }, () => undefined);
const article = {
  documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa',
  title: 'Night boats',
  views: 5,
  day: '2024-01-02',
  isOpen: true,
  kind: 'news',
  author: { documentId: 'bbbbbbbbbbbbbbbbbbbbbbbb', name: 'Ines' },
};
const samples = new Map([
  ['article', [article, { ...article, documentId: 'cccccccccccccccccccccccc', views: 9 }]],
  ['author', [{ documentId: 'bbbbbbbbbbbbbbbbbbbbbbbb', name: 'Ines' }]],
  ['home', [{ heading: 'Hello' }]],
]);

const pathsOf = (count: number, seed = 1) =>
  generateRequests(model, settings, samples, { count, seed }).map(({ path }) => decodeURIComponent(path));

test('every parameter of every type is there, with values of the documents', () => {
  const paths = pathsOf(3_000);
  const expected = [
    ...[
      '/api/articles',
      '/api/home',
      '/api/articles/aaaaaaaaaaaaaaaaaaaaaaaa',
      '/api/articles/zzzzzzzzzzzzzzzzzzzzzzzz',
    ],
    '/api/articles?filters[title][$containsi]=Night&sort=documentId',
    '/api/articles?filters[title][$endsWith]= boats&sort=documentId',
    '/api/articles?filters[views][$between][0]=5&filters[views][$between][1]=9&sort=documentId',
    ...['$eq', '$ne'].map((operator) => `/api/articles?filters[isOpen][${operator}]=true&sort=documentId`),
    '/api/articles?filters[kind][$notNull]=true&sort=documentId',
    '/api/articles?filters[day][$gte]=2024-01-02&sort=documentId',
    '/api/articles?filters[author][name][$eqi]=Ines&sort=documentId',
    ...['*', 'author', 'cover', 'zone', 'localizations'].map((key) => `/api/articles?populate=${key}&sort=documentId`),
    '/api/articles?populate[author][populate]=*&sort=documentId',
    '/api/articles?populate[zone][on][shared.quote][populate]=*&sort=documentId',
    ...['en', 'fr', '*'].map((locale) => `/api/articles?locale=${locale}&sort=documentId`),
    ...['draft', 'published'].map((status) => `/api/articles?status=${status}&sort=documentId`),
    ...['title', 'title:desc'].map((order) => `/api/articles?sort=${order}`),
    '/api/articles?pagination[page]=2&pagination[pageSize]=1&sort=documentId',
    '/api/articles?pagination[start]=1&pagination[limit]=4&sort=documentId',
    '/api/articles?fields=views&sort=documentId',
  ];
  expect(expected.filter((path) => !paths.includes(path))).toEqual([]);
  expect(paths).toHaveLength(3_000);
  expect(new Set(paths).size).toBe(3_000);
});

test('hidden attributes and refused types are left alone', () => {
  const paths = pathsOf(3_000);
  expect(paths.filter((path) => /secret|password|\[cover\]/.test(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('/api/hiddens'))).toEqual(['/api/hiddens']);
});

test('a small number reaches every type', () => {
  const types = new Set(pathsOf(60).map((path) => path.split(/[/?]/)[2]));
  expect([...types].sort()).toEqual(['articles', 'authors', 'hiddens', 'home']);
});

test('the seed decides', () => {
  expect(pathsOf(100, 3)).toEqual(pathsOf(100, 3));
  expect(pathsOf(100, 3)).not.toEqual(pathsOf(100, 4));
});
