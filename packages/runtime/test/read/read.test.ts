import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findOne } from '../../src/read/index.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { createApp } from '../harness/app.js';
import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
});
afterAll(() => site.close());

const titles = async (path: string) => {
  const { status, body } = await site.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map((document: Record<string, unknown>) => document['title'] ?? document['name']);
};

describe('a request', () => {
  it.each([
    '/api/articles',
    '/api/articles?populate=*',
    '/api/articles?populate[author][populate][articles][populate][categories][populate]=parent',
    '/api/articles?filters[author][articles][categories][name]=art&sort=author.name&populate=content.tags',
    `/api/articles/${id('a1')}?populate=*`,
    '/api/badges?populate=*',
  ])('answers %s with one statement', async (path) => {
    site.statements();
    const { status, body } = await site.get(path);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(site.statements()).toHaveLength(1);
  });

  it.each(['/api/articles?filters[nope]=1', '/api/vaults', '/api/nothing', '/api/articles?filters[vault][name]=V1'])(
    'with %s is refused before any SQL',
    async (path) => {
      site.statements();
      expect((await site.get(path)).status).toBeGreaterThanOrEqual(400);
      expect(site.statements()).toEqual([]);
    },
  );
});

describe('documents', () => {
  it('show their keys in the order of the definition, then what is populated', async () => {
    const { body } = await site.get(`/api/articles/${id('a1')}?populate[0]=categories&populate[1]=author`);
    expect(Object.keys(body.data)).toEqual([
      ...['id', 'documentId', 'title', 'slug', 'body', 'blocks', 'rating', 'price', 'views', 'score', 'isFeatured'],
      ...['publishedOn', 'startsAt', 'opensAt', 'kind', 'extra', 'contact', 'createdAt', 'updatedAt', 'publishedAt'],
      ...['locale', 'author', 'categories', 'meta'],
    ]);
  });

  it('print every kind of value in its documented format', async () => {
    const { body } = await site.get(`/api/articles/${id('a1')}`);
    expect(body.data).toMatchObject({
      price: 10.5,
      views: '9007199254740993',
      publishedOn: '2024-01-15',
      startsAt: '2024-01-15T10:00:00.000Z',
      opensAt: '08:30:00',
      extra: { a: 1, b: ['x'] },
      publishedAt: '2024-01-02T00:00:00.500Z',
      meta: {},
    });
  });

  it('never show private or password attributes', async () => {
    const { body } = await site.get('/api/articles?populate[author]=true&locale=*&status=draft');
    expect(JSON.stringify(body)).not.toMatch(/topsecret|"pass"|"secret"|"ssn"/);
  });
});

describe('populate', () => {
  it('keeps the stored order of a list on both sides', async () => {
    const { body } = await site.get(`/api/articles/${id('a1')}?populate=categories`);
    expect(body.data.categories.map((category: { name: string }) => category.name)).toEqual(['art', 'Tech']);
    const inverse = await site.get(`/api/categories/${id('c2')}?populate=articles`);
    expect(inverse.body.data.articles.map((article: { title: string }) => article.title)).toEqual(['beta', 'Alpha']);
  });

  it('pages a list per parent', async () => {
    const { body } = await site.get('/api/articles?populate[categories][limit]=1&populate[categories][start]=1');
    expect(body.data.map((article: any) => article.categories.map((category: any) => category.name))).toEqual([
      ['Tech'],
      ['Bio'],
      [],
    ]);
    const paged = await site.get(
      '/api/articles?populate[categories][pagination][page]=2&populate[categories][pagination][pageSize]=1',
    );
    expect(paged.body.data).toEqual(body.data);
  });

  it('can count instead of showing', async () => {
    const { body } = await site.get('/api/articles?populate[categories][count]=true');
    expect(body.data.map((article: any) => article.categories)).toEqual([{ count: 2 }, { count: 2 }, { count: 0 }]);
  });

  it('reaches components, zones and the relations of their entries', async () => {
    const { body } = await site.get(
      `/api/articles/${id('a1')}?populate[seo][populate][metaSocial]=true&populate[content][on][blocks.slider][populate][tags][fields]=name&populate[content][on][blocks.slider][populate][files][fields]=name`,
    );
    expect(body.data.seo.metaSocial).toMatchObject([{ network: 'twitter' }]);
    expect(body.data.content).toHaveLength(1);
    expect(body.data.content[0].tags.map((tag: any) => tag.name)).toEqual(['two', 'one']);
    expect(body.data.content[0].files.map((file: any) => file.name)).toEqual(['note.txt', 'red.png']);
  });

  it('applies named keys to every component of a zone that has them', async () => {
    const { body } = await site.get(
      `/api/articles/${id('a1')}?populate[content][populate][0]=image&populate[content][populate][1]=tags`,
    );
    expect(
      body.data.content.map((entry: any) => Object.keys(entry).filter((key) => ['image', 'tags'].includes(key))),
    ).toEqual([['image'], [], ['tags']]);
  });

  it('shows a localized document once below a type without locales, in the requested locale where it exists', async () => {
    const { body } = await site.get('/api/authors?populate[articles][fields]=title&locale=fr');
    expect(body.data[0].articles.map((article: any) => article.title)).toEqual(['Alpha FR', 'beta']);
  });

  it('follows polymorphic relations from both sides', async () => {
    const badges = await site.get('/api/badges?populate[items][on][api::author.author][fields]=name');
    expect(badges.body.data[0].items).toMatchObject([{ name: 'Alice', __type: 'api::author.author' }]);
    const restaurants = await site.get('/api/restaurants?populate[badges][fields]=name&populate[badge][fields]=name');
    expect(restaurants.body.data[0]).toMatchObject({ badge: { name: 'B1' }, badges: [{ name: 'B1' }] });
    const authors = await site.get('/api/authors?populate=comments&filters[comments][text]=hi');
    expect(authors.body.data).toMatchObject([{ name: 'Alice', comments: [{ text: 'hi' }] }]);
  });

  it('leaves out types that the caller may not find', async () => {
    const { body } = await site.get(`/api/articles/${id('a1')}?populate[vault]=true&populate[author]=true`);
    expect(body.data).not.toHaveProperty('vault');
    const full = await site.get(`/api/articles/${id('a1')}?populate=vault`, {
      authorization: 'Bearer conformance-token-full-access',
    });
    expect(full.body.data.vault.name).toBe('V1');
  });
});

describe('filters', () => {
  it.each([
    ['filters[title][$not][0]=Alpha&filters[title][$not][1]=beta', ['Gamma']],
    ['filters[$not][categories][name]=art', ['Alpha', 'beta']],
    ['filters[categories][name][$ne]=art', ['Alpha', 'beta']],
    ['filters[categories][$null]=true', ['Gamma']],
    ['filters[categories][id][$null]=true', ['Gamma']],
    ['filters[author][articles][$null]=true', []],
    [`filters[author]=${id('au2')}`, ['Gamma']],
    ['filters[author]=2', ['Gamma']],
    ['filters[author][$in][0]=1&filters[author][$in][1]=2', ['Alpha', 'beta', 'Gamma']],
    [`filters[author][$in][0]=1&filters[author][$in][1]=${id('au2')}`, ['Alpha', 'beta', 'Gamma']],
    [`filters[author][$notIn][0]=1&filters[author][$notIn][1]=${id('au2')}`, []],
    [`filters[author][$not][$in][0]=1&filters[author][$not][$in][1]=${id('au2')}`, []],
    ['filters[seo][metaSocial][title]=tw', ['Alpha']],
    ['filters[sections][level][$gt]=1', ['Alpha']],
    ['filters[sections][$null]=true', ['beta', 'Gamma']],
    ['filters[localizations][title]=Alpha FR', ['Alpha']],
    ['filters[title][$or][0]=Alpha&filters[title][$or][1][$startsWith]=G', ['Alpha', 'Gamma']],
    ['filters[extra][$jsonSupersetOf]={"a":1}', ['Alpha']],
    ['filters[opensAt][$gte]=08:00:00', ['Alpha']],
    ['_q=ALPHA', ['Alpha']],
    ['_q=99.99', ['beta']],
    ['_q=topsecret', []],
  ])('%s', async (query, expected) => {
    expect(await titles(`/api/articles?sort=id&${query}`)).toEqual(expected);
  });

  it.each([
    [`[author][$not][0]=${id('au1')}`, ['Gamma']],
    [`[author][$not][$not]=${id('au2')}`, ['Gamma']],
    [`[author][$not][$or][0]=${id('au1')}`, ['Gamma']],
    [`[author][$or][0]=${id('au2')}&filters[author][$or][1][name]=Alice`, ['Alpha', 'beta', 'Gamma']],
    ['[categories][$or][0][$null]=true&filters[categories][$or][1][name]=Tech', ['Alpha', 'Gamma']],
    ['[categories][$not][$or][0][name]=Tech&filters[categories][$not][$or][1][$null]=true', ['Alpha', 'beta']],
    [`[categories][$and][0][$not]=${id('c2')}&filters[categories][$and][1][name]=Tech`, ['Alpha']],
  ])('combine conditions on a relation itself at any level: filters%s', async (query, expected) => {
    expect(await titles(`/api/articles?sort=id&filters${query}`)).toEqual(expected);
  });

  it.each([
    [`[$not][categories][0]=${id('c1')}&filters[$not][categories][1]=${id('c2')}`, ['beta']],
    [`[categories][$not][0]=${id('c1')}&filters[categories][$not][1]=${id('c2')}`, ['beta']],
    [`[categories][$ne]=${id('c1')}&filters[categories][$notIn]=${id('c2')}`, ['beta']],
    [`[categories][$eq]=${id('c1')}&filters[categories][name]=art`, []],
  ])('look at one and the same row of a list: filters%s', async (query, expected) => {
    expect(await titles(`/api/articles?sort=id&filters${query}`)).toEqual(expected);
  });

  // Strapi reads its queries with `strictNullHandling` of qs.
  it.each([
    ['filters[opensAt]', ['beta', 'Gamma']],
    ['filters[opensAt][$eq]', ['beta', 'Gamma']],
    ['filters[contact][$eqi]', ['Alpha', 'beta', 'Gamma']],
    ['filters[opensAt][$ne]', ['Alpha']],
    ['filters[kind][$notContains]', ['Alpha', 'beta']],
    ['filters[opensAt][$not]', ['Alpha']],
    ['filters[$not][opensAt]', ['Alpha']],
    ['filters[$or][0][opensAt]&filters[$or][1][title]=Alpha', ['Alpha', 'beta', 'Gamma']],
    ['filters[categories]', ['Gamma']],
    ['filters[categories][name]', ['Gamma']],
    ['filters[seo]', ['beta', 'Gamma']],
    ['filters[rating][$gt]', []],
    ['filters[rating][$not][$gt]', []],
    ['filters[slug][$contains]', []],
    ['filters[rating][$in]', []],
    ['filters[rating][$in][0]=5&filters[rating][$in][1]', ['Alpha']],
    ['filters[rating]&filters[rating]=5', ['Alpha']],
    ['filters[rating][]', []],
    ['filters', ['Alpha', 'beta', 'Gamma']],
    ['publicationFilter', ['Alpha', 'beta', 'Gamma']],
  ])('take a key without a value for null: %s', async (query, expected) => {
    expect(await titles(`/api/articles?sort=id&${query}`)).toEqual(expected);
  });

  it('take a key without a value for null below populate', async () => {
    const { body } = await site.get(
      '/api/authors?sort=id&populate[articles][filters][opensAt]&populate[profile][fields]',
    );
    const [first] = body.data;
    expect(first.articles.map(({ title }: { title: string }) => title)).toEqual(['beta']);
  });

  it('see only rows of the requested status and locale', async () => {
    expect(await titles('/api/authors?filters[articles][title]=Gamma edited')).toEqual([]);
    expect(await titles('/api/authors?filters[articles][title]=Gamma edited&status=draft')).toEqual(['Bob']);
  });

  it.each([
    ['filters[rating][$contains]=5', 'filters.rating.$contains'],
    ['filters[rating]=x', 'filters.rating'],
    ['filters[rating][$between][0]=1', 'filters.rating.$between'],
    ['filters[$or][a][title]=x', '$or'],
    ['filters[title][$eq][a]=1', 'title.$eq'],
    ['filters[cover][name]=x', 'cover'],
  ])('refuse %s and name the path', async (query, where) => {
    const { status, body } = await site.get(`/api/articles?${query}`);
    expect(status).toBe(400);
    expect(body.error.name).toBe('ValidationError');
    expect(JSON.stringify(body.error)).toContain(where);
  });
});

describe('sort', () => {
  it('over a list uses the smallest value ascending and the largest descending', async () => {
    expect(await titles('/api/articles?sort=categories.name')).toEqual(['beta', 'Alpha', 'Gamma']);
    expect(await titles('/api/articles?sort=categories.name:desc')).toEqual(['Gamma', 'Alpha', 'beta']);
  });

  it('takes null for the largest value of a list, also where the path ends early', async () => {
    const rows = (sql: string) => site.database.rows(sql);
    const asked = '/api/authors?fields=name&sort=';
    const orders = async () => [
      await titles(`${asked}articles.rating:desc`),
      await titles(`${asked}articles.rating`),
      await titles(`${asked}articles.categories.name:desc`),
    ];
    // Alice has Alpha and beta, both with categories; Bob has Gamma, which has none.
    expect(await orders()).toEqual([
      ['Bob', 'Alice'],
      ['Alice', 'Bob'],
      ['Bob', 'Alice'],
    ]);
    await rows(`update articles set rating = null where title = 'beta'`);
    await rows(
      `delete from articles_categories where source_id = (select id from articles where title = 'beta' and cg_status = 'published')`,
    );
    expect(await orders()).toEqual([
      ['Alice', 'Bob'],
      ['Alice', 'Bob'],
      ['Alice', 'Bob'],
    ]);
  });

  it('reaches components, relations and media', async () => {
    expect(await titles('/api/articles?sort=seo.metaTitle')).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await titles('/api/articles?sort=author.name:desc,title:desc')).toEqual(['Gamma', 'beta', 'Alpha']);
    expect(await titles('/api/articles?sort=cover.name:asc')).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await titles('/api/articles?sort=cover.formats:desc')).toEqual(['Alpha', 'beta', 'Gamma']);
  });
});

describe('the row budget', () => {
  beforeAll(async () => {
    await site.database.rows(
      `with made as (insert into cg_documents (id, type) select 'd' || lpad(n::text, 23, '0'), 'tag' from generate_series(1, 60) n returning id)
       insert into tags (id, document_id, cg_status, name) select 1000 + row_number() over (), id, 'published', 'dense' from made`,
    );
    await site.database.rows(
      `insert into tags_buddies (source_id, target_id, rank) select s.id, t.document_id, lpad(t.id::text, 6, '0') from tags s, tags t where s.name = 'dense' and t.name = 'dense'`,
    );
  });

  it('refuses 25 levels of a dense self relation, and answers what fits', async () => {
    const { status, body } = await site.get(`/api/tags?populate=${Array(25).fill('buddies').join('.')}`);
    expect(status).toBe(400);
    expect(body.error.message).toContain('20000');
    const one = await site.get('/api/tags?filters[name]=dense&populate[buddies][fields]=name&pagination[pageSize]=100');
    expect(one.body.data[0].buddies).toHaveLength(60);
  });

  it('refuses a single document whose list is too long, and answers one whose list just fits', async () => {
    const { api } = conformance.definition.settings;
    const limited = (maxPopulatedRows: number) => {
      const settings = { api: { ...api, rest: { ...api.rest, maxPopulatedRows } } };
      return createApp(conformance, site.database, { settings }).content;
    };
    const caller = { kind: 'role', role: 'public' } as const;
    const [tag] = (await site.get('/api/tags?filters[name]=dense&pagination[limit]=1')).body.data;
    const query = { text: 'populate=buddies' };
    const ask = (maxRows: number) =>
      findOne(
        { content: limited(maxRows), caller, requestId: 'x' },
        site.content.models.get('tag')!,
        tag.documentId,
        query,
      );
    await expect(ask(59)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('59') });
    expect(JSON.parse(Buffer.from((await ask(60)).body as Uint8Array).toString()).data.buddies).toHaveLength(60);
  });

  it('counts the requested page of a populated list, not the whole list', async () => {
    const nested =
      'populate[buddies][limit]=2&populate[buddies][populate][buddies][limit]=2&populate[buddies][populate][buddies][populate][buddies][limit]=2';
    const { status, body } = await site.get(`/api/tags?filters[name]=dense&${nested}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data[0].buddies[0].buddies[1].buddies).toHaveLength(2);
  });
});

describe('HTTP', () => {
  it('answers 304 to its own ETag, which begins with the version of the document', async () => {
    const first = await site.get(`/api/articles/${id('a1')}`);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"\d+\.1-/);
    expect((await site.get(`/api/articles/${id('a1')}`, { 'if-none-match': etag })).status).toBe(304);
    expect((await site.get(`/api/articles/${id('a1')}?fields=title`, { 'if-none-match': etag })).status).toBe(200);
  });

  it('adds a request id to every answer, errors included', async () => {
    for (const path of ['/api/articles', '/api/nothing', '/api/vaults']) {
      expect((await site.get(path, { 'x-request-id': 'abc' })).headers.get('x-request-id')).toBe('abc');
    }
  });

  it('has a health check', async () => {
    expect((await site.get('/_health')).status).toBe(204);
  });

  it.each(['/nowhere', '/api', '/api//articles', '/api/articles/x/y/z'])('answers %s with a JSON 404', async (path) => {
    const { status, body } = await site.get(path);
    expect(status).toBe(404);
    expect(body).toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    });
  });
});
