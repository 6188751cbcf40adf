import { id, wordAt } from './load.mjs';

/** The reads that people send. `n` changes their values, so that no answer comes from a cached one. */
export const requests = (articles) => ({
  'first page': (n) => ({ 'pagination[pageSize]': 25 + (n % 2) }),
  'sort=createdAt:desc': () => ({ sort: 'createdAt:desc' }),
  'sort=createdAt': () => ({ sort: 'createdAt' }),
  'sort=publishedAt:desc': () => ({ sort: 'publishedAt:desc' }),
  'sort=title': () => ({ sort: 'title' }),
  'sort=slug (unique)': () => ({ sort: 'slug' }),
  'last page by offset': (n) => ({ 'pagination[page]': Math.floor(articles / 25) - (n % 5) }),
  'last page by offset, sort=createdAt:desc': (n) => ({
    sort: 'createdAt:desc',
    'pagination[page]': Math.floor(articles / 25) - (n % 5),
  }),
  'last page by cursor': (n) => ({ 'pagination[after]': cursor('', articles - 25 - n) }),
  'last page by cursor, sort=createdAt:desc': (n) => ({
    sort: 'createdAt:desc',
    'pagination[after]': cursor('createdAt:desc', createdAt(25 + n), 26 + n),
  }),
  'last page by cursor, sort=title': (n) => ({
    sort: 'title',
    'pagination[after]': cursor('title:asc', `zu${wordAt(n)}`, n),
  }),
  'title $eq': (n) => ({ 'filters[title][$eq]': `${wordAt(n)} x` }),
  'createdAt $gt, 0.5 %': (n) => ({
    'filters[createdAt][$gt]': createdAt(articles * 0.995 + n),
  }),
  'kind $eq, sort=publishedAt:desc': (n) => ({
    'filters[kind][$eq]': ['news', 'review', 'guide'][n % 3],
    sort: 'publishedAt:desc',
  }),
  'title $contains': (n) => ({ 'filters[title][$contains]': wordAt(3_900 + n) }),
  'title $startsWithi': (n) => ({ 'filters[title][$startsWithi]': wordAt(3_900 + n).toUpperCase() }),
  _q: (n) => ({ _q: wordAt(3_900 + n) }),
  '_q, sort=_score': (n) => ({ _q: wordAt(3_900 + n), sort: '_score' }),
  'categories.name $eq, 1.5 %': (n) => ({ 'filters[categories][name][$eq]': `category ${n}` }),
  'categories.documentId $eq, 1.5 %': (n) => ({ 'filters[categories][documentId][$eq]': id('category', n) }),
  'tags.documentId $eq, 0.04 %': (n) => ({ 'filters[tags][documentId][$eq]': id('tag', n) }),
  'tags.name $eq, sort=title': (n) => ({ 'filters[tags][name][$eq]': `tag ${n}`, sort: 'title' }),
});

/** Reads of other types, as paths. */
export const otherReads = {
  '25 authors with the number of their articles': (n) =>
    `/api/authors?populate[articles][count]=true&pagination[page]=${n + 1}`,
  '25 categories with the number of their articles': (n) =>
    `/api/categories?populate[articles][count]=true&pagination[page]=${(n % 8) + 1}`,
};

function createdAt(n) {
  return new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
}

/** A cursor as answers have them: the sort, the keys of a row, and its id. */
function cursor(...content) {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

export function pathOf(query) {
  return `/api/articles?${new URLSearchParams(query)}`;
}
