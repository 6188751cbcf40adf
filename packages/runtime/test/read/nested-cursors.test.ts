/** Cursors of populated lists: `populate[articles][pagination][after]`. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { desk } from '../harness/fixtures/desk.js';
import { times } from '../harness/suite.js';
import { type Site, openSite } from '../harness/site.js';

let site: Site;
/** A document of each list, and the path of the list. */
let lists: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await openSite(desk, { settings: { permissions: { public: '*' } } });
  const [author] = await made('authors', [{ name: 'Ines' }]);
  const categories = await made(
    'categories',
    Array.from({ length: 7 }, (_, n) => ({ name: `c${n % 3} ${n}` })),
  );
  const [first = '', ...others] = await made(
    'articles',
    Array.from({ length: 11 }, (_, n) => ({
      title: `t${n % 4}`,
      author,
      rating: n % 5 === 0 ? null : n % 3,
      categories: n % 2 === 0 ? categories : categories.slice(0, 2).toReversed(),
    })),
  );
  for (const locale of ['fr', 'de']) {
    const data = [{ documentId: first, title: `in ${locale}` }];
    await send('articles', { action: 'update', data }, `?locale=${locale}`);
  }
  // The order of a list is not the one of its ids.
  await send('authors', { action: 'update', data: [{ documentId: author, articles: others.toReversed() }] });
  lists = {
    'authors.articles': `/api/authors/${author}`,
    'articles.categories': `/api/articles/${first}`,
    'categories.articles': `/api/categories/${categories[0]}`,
    'articles.localizations': `/api/articles/${first}`,
    'articles.related': `/api/articles/${first}`,
  };
});
afterAll(() => site.close());

async function send(plural: string, body: object, query = '') {
  const reply = await site.request('POST', `/api/${plural}/actions/bulk${query}`, { body });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data as readonly { documentId: string }[];
}

async function made(plural: string, data: readonly object[]): Promise<readonly string[]> {
  return (await send(plural, { action: 'create', data })).map(({ documentId }) => documentId);
}

interface Row {
  readonly documentId: string;
  readonly locale?: string;
  readonly __cursor?: string;
}

async function rows(list: string, options: string): Promise<readonly Row[]> {
  const name = list.split('.')[1] ?? '';
  const { status, body } = await site.request('GET', `${lists[list]}?${options.replaceAll('@', `populate[${name}]`)}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data[name];
}

const ids = (found: readonly Row[]) => found.map(({ documentId, locale = '' }) => `${documentId} ${locale}`);

/** All rows of a list, page by page. */
async function walked(list: string, sort: string, size: number, direction: 'after' | 'before'): Promise<string[]> {
  const all: string[] = [];
  for (let cursor = ''; ;) {
    const query = `${sort}&@[pagination][pageSize]=${size}&@[pagination][${direction}]=${cursor}`;
    const page = await rows(list, query);
    expect(page.length).toBeLessThanOrEqual(size);
    if (direction === 'after') all.push(...ids(page));
    else all.unshift(...ids(page));
    const edge = direction === 'after' ? page.at(-1) : page[0];
    if (edge?.__cursor === undefined) return all;
    cursor = edge.__cursor;
  }
}

describe('the pages of a populated list', () => {
  it('are a partition of the list, for every sort, size and direction', async () => {
    const sorts: Record<string, readonly string[]> = {
      'authors.articles': [
        '',
        '@[sort]=rating',
        '@[sort]=rating:desc',
        '@[sort]=title,rating:desc',
        '@[sort]=createdAt',
      ],
      'articles.categories': ['', '@[sort]=name', '@[sort]=name:desc', '@[sort]=parent.name'],
      'categories.articles': ['', '@[sort]=rating:desc', '@[sort]=title', '@[filters][rating][$null]=true'],
      'articles.localizations': ['', '@[sort]=locale:desc'],
      'articles.related': [''],
    };
    const cases = Object.entries(sorts).flatMap(([list, all]) => all.map((sort) => ({ list, sort })));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('after' as const, 'before' as const),
        async ({ list, sort }, size, direction) => {
          const whole = ids(await rows(list, sort === '' ? '@=true' : sort));
          expect(await walked(list, sort, size, direction)).toEqual(whole);
        },
      ),
      { numRuns: times(25) },
    );
  });

  it('begin at the same place for each parent, and show other fields as usual', async () => {
    const query = 'populate[articles][pagination][after]=&populate[articles][pagination][pageSize]=1';
    const { body } = await site.request('GET', `/api/categories?${query}&populate[articles][fields]=title&sort=name`);
    const found: { articles: object[] }[] = body.data;
    expect(found.map(({ articles }) => articles.length)).toEqual(found.map(() => 1));
    expect(Object.keys(found[0]?.articles[0] ?? {})).toEqual(['id', 'documentId', 'title', '__cursor']);
  });
});

describe('a wrong cursor of a populated list is a 400 that names its key', () => {
  const at = 'populate[articles][pagination]';
  it.each([
    [
      'a forged one',
      `${at}[after]=abc`,
      'Invalid cursor at articles.pagination.after. It is not a cursor of an answer',
    ],
    [
      'one of another sort',
      `${at}[before]=${Buffer.from('["title:asc","a",1]').toString('base64url')}`,
      'Invalid cursor at articles.pagination.before. It belongs to a list with another sort',
    ],
    [
      'one beside a page',
      `${at}[after]=&${at}[page]=2`,
      'Cannot use a cursor together with another cursor, a page or a start in the same query',
    ],
    ['a count', `${at}[after]=&${at}[withCount]=true`, 'Invalid key withCount at articles.pagination'],
  ])('%s', async (_, query, message) => {
    const { status, body } = await site.request('GET', `/api/authors?${query}`);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  it('one of a list of entries or files', async () => {
    for (const name of ['sections', 'gallery']) {
      const { status, body } = await site.request('GET', `/api/articles?populate[${name}][pagination][after]=`);
      expect([status, body.error.message]).toEqual([
        400,
        `Invalid key after at ${name}.pagination. This list has no cursors`,
      ]);
    }
  });
});
