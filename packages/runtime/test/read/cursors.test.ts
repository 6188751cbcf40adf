import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conformance } from '../harness/fixtures/conformance.js';
import { times } from '../harness/suite.js';
import { type Site as AnySite, openSite as openAny } from '../harness/site.js';
import { type Site, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

interface Answer {
  readonly status: number;
  readonly body: any;
}

const titles = ({ body }: Answer) => body.data.map((document: { title: string }) => document.title);
const cursorOf = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe('a page of a list with cursors', () => {
  it('has the cursors of its neighbours, and a total only on request', async () => {
    const first = await site.get('/api/articles?sort=title&pagination[after]=&pagination[pageSize]=2');
    expect(titles(first)).toEqual(['Alpha', 'Gamma']);
    const { pagination } = first.body.meta;
    expect(Object.keys(pagination)).toEqual(['pageSize', 'after', 'before']);
    expect(pagination).toMatchObject({ pageSize: 2, before: null });
    const counted = '&pagination[limit]=2&pagination[withCount]=true';
    const last = await site.get(`/api/articles?sort=title&pagination[after]=${pagination.after}${counted}`);
    expect(titles(last)).toEqual(['beta']);
    expect(last.body.meta.pagination).toMatchObject({ after: null, total: 3 });
    const back = await site.get(`/api/articles?sort=title&pagination[before]=${last.body.meta.pagination.before}`);
    expect(titles(back)).toEqual(['Alpha', 'Gamma']);
  });

  it('begins at the end with an empty cursor to go back from', async () => {
    const last = await site.get('/api/articles?sort=title&pagination[before]=&pagination[pageSize]=2');
    expect(titles(last)).toEqual(['Gamma', 'beta']);
    expect(last.body.meta.pagination).toMatchObject({ after: null, before: expect.any(String) });
  });

  it('keeps its place when documents before it come and go', async () => {
    const base = '/api/tags?sort=weight:desc&pagination[pageSize]=1&pagination[after]=';
    const first = await site.get(base);
    expect(first.body.data).toMatchObject([{ name: 'two' }]);
    const added = await site.request('POST', '/api/tags', { body: { data: { name: 'three', weight: 3 } } });
    expect(added.status).toBe(201);
    await site.request('DELETE', `/api/tags/${first.body.data[0].documentId}`);
    const next = await site.get(base + first.body.meta.pagination.after);
    expect(next.body.data).toMatchObject([{ name: 'one' }]);
  });

  it.each(['price', 'views', 'startsAt:desc', 'opensAt', 'publishedOn', 'isFeatured', 'publishedAt', 'kind', 'extra'])(
    'is the rest of a list that is sorted by %s',
    async (sort) => {
      const whole = titles(await site.get(`/api/articles?sort=${sort}`));
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await site.get(`/api/articles?sort=${sort}&pagination[pageSize]=1&pagination[after]=${cursor}`);
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        found.push(...titles(page));
        cursor = page.body.meta.pagination.after;
      }
      expect(found).toEqual(whole);
    },
  );
});

describe('a cursor that is no cursor of the list', () => {
  const invalid = (key: string, reason: string) => ({
    status: 400,
    name: 'ValidationError',
    message: `Invalid cursor at pagination.${key}. ${reason}`,
    details: { key, path: `pagination.${key}`, source: 'query', param: 'pagination' },
  });
  const forged = 'It is not a cursor of an answer';

  it.each([
    ['after', 'x'],
    ['before', 'W10'],
    ['after', cursorOf(['title:asc', 'a', 'b', 1])],
    ['after', cursorOf({})],
    ['after', cursorOf(['title:asc'])],
    ['after', cursorOf(['title:asc', 'a', '1'])],
    ['after', cursorOf(['title:asc', 'a\0', 1])],
    ['after', cursorOf(['title:asc', 7, 1])],
    ['after', cursorOf(['title:asc', 'a', 1.5])],
  ])('%s=%s is a 400', async (key, cursor) => {
    const { body } = await site.get(`/api/articles?sort=title&pagination[${key}]=${cursor}`);
    expect(body.error).toEqual(invalid(key, forged));
  });

  it('is a 400 with another sort', async () => {
    const { body } = await site.get(`/api/articles?pagination[after]=${cursorOf(['title:asc', 'a', 1])}`);
    expect(body.error).toEqual(invalid('after', 'It belongs to a list with another sort'));
  });

  it('with a page, a start or the other cursor is a 400', async () => {
    for (const other of ['before', 'page', 'start']) {
      const { body } = await site.get(`/api/articles?pagination[after]=&pagination[${other}]=1`);
      expect(body.error).toMatchObject({ status: 400, name: 'PaginationError' });
    }
  });

  it('is a 400 below populate', async () => {
    const { body } = await site.get('/api/authors?populate[articles][pagination][after]=x');
    expect(body.error).toMatchObject({ status: 400, details: { key: 'after', param: 'populate' } });
  });

  it('is never a 5xx, and shows no row that the list does not have', async () => {
    const keys = [
      'price:asc',
      'views:desc',
      'startsAt:asc',
      'opensAt:asc',
      'publishedOn:asc',
      'extra:asc',
      'rating:asc',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.double().map(String),
      fc.date().map(String),
      fc.bigInt().map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), value, fc.maxSafeInteger(), async (sort, key, row) => {
        const path = `/api/articles?sort=${sort}&filters[rating][$lt]=5&pagination[after]=`;
        const { status, body } = await site.get(path + cursorOf([sort, key, row]));
        expect([200, 400]).toContain(status);
        if (status === 200) for (const { title } of body.data) expect(title).toBe('beta');
      }),
      { numRuns: times(50) },
    );
  });
});

describe('a sort key that the caller can only filter by', () => {
  let limited: AnySite;
  beforeAll(async () => {
    const rule = { actions: ['find'], readable: ['title'], filterable: ['title', 'rating'] };
    const permissions = { public: { article: rule } };
    limited = await openAny(conformance, { test: site.test, settings: { permissions } as never });
  });

  it('has no cursors, because they would show it', async () => {
    expect((await limited.request('GET', '/api/articles?sort=rating')).status).toBe(200);
    expect((await limited.request('GET', '/api/articles?sort=title&pagination[after]=')).status).toBe(200);
    const { body } = await limited.request('GET', '/api/articles?sort=rating&pagination[after]=');
    expect(body.error).toMatchObject({ status: 400, details: { key: 'rating', param: 'sort' } });
  });
});
