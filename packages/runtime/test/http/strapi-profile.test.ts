import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conformance } from '../harness/fixtures/conformance.js';
import { type Site, openSite } from '../harness/site.js';

/** What clients of Strapi send, in the profile `strapi`; and how the other profile answers it. */
let site: Site;
let documented: Site;
beforeAll(async () => {
  const { api } = conformance.definition.settings;
  const rest = { ...api.rest, strictParams: false };
  site = await openSite(conformance, { settings: { api: { ...api, rest, responses: 'strapi' } } });
  documented = await openSite(conformance, {
    test: site.test,
    settings: { api: { ...api, responses: 'documented' } },
  });
});
afterAll(() => site.close());

async function send(method: string, path: string, data?: unknown, to: Site = site) {
  const { status, body } = await to.request(method, `/api${path}`, data === undefined ? {} : { body: { data } });
  return { status, data: body.data, meta: body.meta, error: body.error };
}

async function file(name: string): Promise<{ id: number; documentId: string }> {
  const [row] = await site.test.rows<{ id: number; document_id: string }>(
    `insert into cg_files (document_id, name, hash, mime, size, url, provider) values ($1, $2, $1, 'image/png', 7, '/x', 'local') returning id::integer, document_id`,
    [`file-${name}`, name],
  );
  return { id: row!.id, documentId: row!.document_id };
}

const titles = async (query: string) => {
  const { status, data, error } = await send('GET', `/articles?${query}`);
  expect([status, error], query).toEqual([200, undefined]);
  return data.map(({ title }: { title: string }) => title).sort();
};

describe('media', () => {
  let [one, two, three] = [
    { id: 0, documentId: '' },
    { id: 0, documentId: '' },
    { id: 0, documentId: '' },
  ];
  beforeAll(async () => {
    [one, two, three] = [await file('one'), await file('two'), await file('three')];
    await send('POST', '/articles', { title: 'with one', cover: one.id, gallery: [one.id, two.id] });
    await send('POST', '/articles', { title: 'with two', cover: two.id });
    await send('POST', '/articles', { title: 'without' });
  });

  it('can be filtered by presence, by id and by the attributes of the file', async () => {
    expect(await titles('filters[cover][$null]=true')).toEqual(['without']);
    expect(await titles('filters[cover][$notNull]=true')).toEqual(['with one', 'with two']);
    expect(await titles(`filters[cover]=${one.id}`)).toEqual(['with one']);
    expect(await titles(`filters[cover][id][$in]=${two.id}`)).toEqual(['with two']);
    expect(await titles('filters[cover][name][$contains]=tw')).toEqual(['with two']);
    expect(await titles('filters[gallery][name]=two')).toEqual(['with one']);
    expect(await titles('filters[$not][cover][name]=one')).toEqual(['with two']);
    expect((await send('GET', '/articles?filters[cover][nope]=1')).status).toBe(400);
    const refused = await send('GET', '/articles?filters[cover][name]=one', undefined, documented);
    expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining('media') } });
  });

  it('takes connect and disconnect', async () => {
    const { data } = await send('POST', '/articles', { title: 'lists', gallery: { connect: [{ id: one.id }] } });
    const path = `/articles/${data.documentId}?populate=cover,gallery`;
    const files = async (body: object) => {
      const shown = (await send('PUT', path, body)).data;
      return [shown.cover?.name ?? null, ...shown.gallery.map(({ name }: { name: string }) => name)];
    };
    expect(await files({ gallery: { connect: [two.id, three.documentId] } })).toEqual([null, 'one', 'two', 'three']);
    expect(await files({ gallery: { connect: [one.id], disconnect: [{ id: two.id }] } })).toEqual([
      null,
      'three',
      'one',
    ]);
    expect(await files({ gallery: { disconnect: [three.documentId, 999_999] } })).toEqual([null, 'one']);
    expect(await files({ cover: { connect: [{ documentId: two.documentId }] } })).toEqual(['two', 'one']);
    expect(await files({ cover: { disconnect: [one.id] } })).toEqual(['two', 'one']);
    expect(await files({ cover: { disconnect: [two.id] } })).toEqual([null, 'one']);
    expect((await send('PUT', path, { gallery: { connect: [999_999] } })).status).toBe(400);
    const gone = await send('PUT', path, { gallery: { disconnect: [{ documentId: 999_999 }] } });
    expect(gone.error?.message).toBe('Document with id "999999", locale "null" not found');
    const refused = await send('PUT', path, { gallery: { connect: [two.id] } }, documented);
    expect(refused.status).toBe(400);
  });

  it('names the whole path of attributes that the files of Strapi have, and that no request may populate', async () => {
    const refused = async (query: string, key: string, path: string | null) => {
      const { error } = await send('GET', `/articles?${query}`);
      expect([error?.status, error?.details.key, error?.details.path], query).toEqual([400, key, path]);
    };
    for (const key of ['locale', 'folder', 'folderPath', 'related', 'name', 'createdAt', 'createdBy'])
      await refused(`populate[cover][${key}]=1`, key, `cover.${key}`);
    for (const key of ['status', 'foo']) await refused(`populate[cover][${key}]=1`, key, 'cover');
    await refused('populate[author][locale]=en', 'locale', 'author.locale');
    await refused(
      'populate[author][populate][articles][populate][cover][folder]=1',
      'folder',
      'author.articles.cover.folder',
    );
    await refused('populate[cover][populate][folder]=true', 'folder', 'cover.folder');
    await refused('populate[cover][populate]=folder', 'folder', 'cover.folder');
    await refused('populate[cover][fields]=folderPath', 'folderPath', 'folderPath');
  });

  it('can be filtered and connected inside components and zones', async () => {
    const seo = { metaTitle: 'm', metaImage: one.id, metaSocial: [{ network: 'facebook', title: 't', image: two.id }] };
    const content = [{ __component: 'blocks.slider', files: [one.id, two.id] }];
    const { data } = await send('POST', '/articles?populate=seo,content', { title: 'nested', seo, content });
    expect(await titles('filters[seo][metaImage][name]=one')).toEqual(['nested']);
    expect(await titles('filters[seo][metaSocial][image][name]=two')).toEqual(['nested']);
    expect(await titles('filters[seo][metaSocial][image][name]=one')).toEqual([]);
    expect(await titles('filters[seo][metaImage][$notNull][a]=1')).toEqual(['nested']);
    const path = `/articles/${data.documentId}?populate[seo][populate]=metaImage&populate[content][populate]=*`;
    const [slider] = data.content;
    const changed = await send('PUT', path, {
      seo: { id: data.seo.id, metaImage: { connect: [three.id] } },
      content: [{ ...slider, files: { disconnect: [one.id], connect: [three.documentId] } }],
    });
    expect(changed.data).toMatchObject({
      seo: { metaTitle: 'm', metaImage: { name: 'three' } },
      content: [{ files: [{ name: 'two' }, { name: 'three' }] }],
    });
    const emptied = await send('PUT', path, { seo: { id: data.seo.id, metaImage: { disconnect: [three.id] } } });
    expect(emptied.data.seo.metaImage).toBeNull();
  });
});

describe('publication filters', () => {
  /** `en` is published, `fr` is a draft; the other one was never published. */
  let [split, draft] = ['', ''];
  beforeAll(async () => {
    await site.test.rows('truncate cg_documents, articles restart identity cascade');
    split = (await send('POST', '/articles', { title: 'split' })).data.documentId;
    await send('PUT', `/articles/${split}?locale=fr&status=draft`, { title: 'split fr' });
    draft = (await send('POST', '/articles?status=draft', { title: 'draft' })).data.documentId;
  });

  it.each(['published', 'draft'])('agree with hasPublishedVersion, with status %s in any locale', async (status) => {
    for (const locale of ['en', 'fr', '*']) {
      const query = `status=${status}&locale=${locale}`;
      for (const [legacy, filter] of [
        ['true', 'has-published-version-document'],
        ['false', 'never-published-document'],
      ]) {
        expect(await titles(`${query}&hasPublishedVersion=${legacy}`), `${query} ${legacy}`).toEqual(
          await titles(`${query}&publicationFilter=${filter}`),
        );
      }
    }
    expect(await titles('status=draft&locale=fr&hasPublishedVersion=true')).toEqual(['split fr']);
    expect(await titles('status=draft&locale=*&hasPublishedVersion=false')).toEqual(['draft']);
  });

  it('reach relations in components, and polymorphic ones', async () => {
    const [shown, hidden] = [
      await send('POST', '/categories', { name: 'shown' }),
      await send('POST', '/categories?status=draft', { name: 'hidden' }),
    ].map((answer) => answer.data.documentId as string);
    const content = [shown, hidden].map((category) => ({ __component: 'blocks.slider', category }));
    const { data } = await send('POST', '/articles?status=draft', { title: 'zone', content });
    const zone = `/articles/${data.documentId}?status=draft&populate[content][populate]=*&publicationFilter=never-published`;
    expect((await send('GET', zone)).data.content).toMatchObject([
      { category: null },
      { category: { name: 'hidden' } },
    ]);

    const items = [shown, hidden].map((documentId) => ({ __type: 'api::category.category', documentId }));
    const badge = (await send('POST', '/badges?status=draft', { name: 'both', items })).data.documentId as string;
    for (const [query, name] of [
      ['hasPublishedVersion=true', 'shown'],
      ['publicationFilter=has-published-version', 'shown'],
      ['hasPublishedVersion=false', 'hidden'],
      ['publicationFilter=never-published-document', 'hidden'],
    ]) {
      const answer = await send('GET', `/badges/${badge}?status=draft&populate=items&${query}`);
      expect(answer.data.items, query).toMatchObject([{ name }]);
    }
    await send('DELETE', `/articles/${data.documentId}`);
  });

  it('reach populated relations', async () => {
    const author = await send('POST', '/authors', { name: 'a', articles: [split, draft] });
    const populated = async (query: string) => {
      const { data } = await send('GET', `/authors/${author.data.documentId}?status=draft&populate=articles&${query}`);
      return data.articles.map(({ title }: { title: string }) => title).sort();
    };
    expect(await populated('')).toEqual(['draft', 'split']);
    expect(await populated('publicationFilter=has-published-version')).toEqual(['split']);
    expect(await populated('hasPublishedVersion=false')).toEqual(['draft']);
    expect(await populated('hasPublishedVersion=true')).toEqual(['split']);
  });
});

describe('queries', () => {
  it('refuse the page outside of pagination, because another page would be the answer', async () => {
    for (const query of ['page=2', 'pageSize=5', 'page=1&sort=title']) {
      expect(await send('GET', `/articles?${query}`), query).toMatchObject({
        status: 400,
        error: {
          name: 'PaginationError',
          message: expect.stringContaining('must be in the pagination object') as unknown,
        },
      });
    }
    // As in Strapi, these have no effect.
    expect((await send('GET', '/articles?limit=1&start=1')).status).toBe(200);
    expect((await send('GET', '/homepage?page=2')).status).not.toBe(400);
  });

  it('ignore unknown parameters at the top only', async () => {
    expect((await send('GET', '/articles?foo=1&_limit=3&publicationState=live')).status).toBe(200);
    for (const query of [
      'filters[foo]=1',
      'populate[foo]=true',
      'sort=foo',
      'populate[author][foo]=1',
      'populate[author][pagination][foo]=1',
      'populate[categories][pagination][pageSize]=1&populate[categories][pagination][foo]=1',
      'populate[categories][pagination]=1',
      'populate[author][filters][foo]=1',
      'populate[author][sort]=foo',
    ]) {
      expect((await send('GET', `/articles?${query}`)).status, query).toBe(400);
    }
    expect((await send('GET', '/articles?foo=1', undefined, documented)).status).toBe(400);
  });

  it.each(['fields[0]=*&fields[1]=nope', 'fields=*,nope', 'fields=title,*,nope'])('%s is a 400', async (query) => {
    for (const to of [site, documented]) {
      const { status, error } = await send('GET', `/articles?${query}`, undefined, to);
      expect([status, error?.message]).toEqual([400, 'Invalid key nope']);
    }
    expect((await send('GET', '/articles?fields=*,title')).status).toBe(200);
  });

  it('read any value of $null as a flag', async () => {
    for (const value of ['[$null]=true', '[$null]=yes', '[$null][a]=1', '[$null][0]=1', '[$notNull]=0']) {
      expect(await titles(`status=draft&filters[rating]${value}`), value).toEqual(['draft', 'split']);
    }
  });

  it('take more than 100 indexed values', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `filters[title][$in][${index}]=t${index}`);
    expect(await titles([...many, 'filters[title][$in][150]=split'].join('&'))).toEqual(['split']);
    const or = Array.from({ length: 120 }, (_, index) => `filters[$or][${index}][title]=t${index}`);
    expect(await titles([...or, 'filters[$or][120][title]=split'].join('&'))).toEqual(['split']);
  });

  it('take as many indexed names as the project says', async () => {
    const { api } = conformance.definition.settings;
    const rest = { ...api.rest, arrayLimit: 110 };
    const wide = await openSite(conformance, { test: site.test, settings: { api: { ...api, rest } } });
    const asked = (count: number, list: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => list(n)).join('&');
    const lists: readonly ((n: number) => string)[] = [
      (n) => `populate[${n}]=author`,
      (n) => `fields[${n}]=title`,
      (n) => `populate[author][populate][${n}]=profile`,
      (n) => `populate[author][fields][${n}]=name`,
      (n) => `sort[${n}]=title`,
      (n) => `populate[author][sort][${n}]=name`,
    ];
    for (const list of lists) {
      expect((await send('GET', `/articles?${asked(105, list)}`)).status, list(0)).toBe(400);
      expect((await send('GET', `/articles?${asked(110, list)}`, undefined, wide)).status, list(0)).toBe(200);
      expect((await send('GET', `/articles?${asked(111, list)}`, undefined, wide)).status, list(0)).toBe(400);
    }
    const { error } = await send('GET', `/articles?${asked(111, (n) => `populate[${n}]=author`)}`, undefined, wide);
    expect(error?.message).toMatch(/^Too many populate entries \(111\)\. The maximum .* is 110\./);
    const sorted = await send('GET', `/articles?${asked(105, (n) => `sort[${n}]=title`)}`);
    expect(sorted.error?.message).toBe('Invalid key 0');
  });

  it.each(['[populate]=deep', '[populate][articles]=true', '[populate][0]=articles', '[populate][populate]=*'])(
    'populate[items]%s is a 400, because only `on` names keys of one type',
    async (query) => {
      const { error } = await send('GET', `/badges?populate[items]${query}`);
      expect(error).toMatchObject({ status: 400, message: 'Invalid key populate at items' });
      const { status } = await send('GET', `/restaurants?populate[badges][populate][items]${query}`);
      expect(status).toBe(400);
      expect((await send('GET', `/badges?populate[items]${query}`, undefined, documented)).status).toBe(400);
    },
  );

  it('a path ends at a polymorphic relation, which has all keys of all types with `*`', async () => {
    const { error } = await send('GET', '/badges?populate=items.articles');
    expect(error).toMatchObject({ status: 400, message: 'Invalid key items' });
    for (const query of ['populate=items', 'populate[items][populate]=*', 'populate[items][count]=true'])
      expect((await send('GET', `/badges?${query}`)).status, query).toBe(200);
  });

  it.each([
    ['populate[items][locale]=en', '{"locale":"en"}'],
    ['populate[items]=abc', '"abc"'],
    ['populate[items][0]=name', '["name"]'],
  ])('%s below a polymorphic relation asks for a fragment', async (query, found) => {
    const { error } = await send('GET', `/badges?${query}`);
    expect(error?.message).toBe(
      `Invalid nested populate for badge.items (api::badge.badge). Expected a fragment ("on") or "count" but found ${found}`,
    );
  });

  it.each([
    'populate[items][populate][nope]=true',
    'populate[items][on][api::author.author][populate][nope]=true',
    'populate[items][on][api::nope.nope]=true',
    'populate[items][populate][articles][populate][nope]=true',
    'populate[items][on][api::author.author][fields]=nope',
    'populate[items][on][api::author.author][filters][nope]=1',
  ])('%s below a polymorphic relation is a 400', async (query) => {
    expect((await send('GET', `/badges?${query}`)).status).toBe(400);
  });
});

it('CORS repeats the origin and allows credentials', async () => {
  const { headers } = await site.request('GET', '/api/articles', { headers: { origin: 'https://x.test' } });
  expect(headers.get('access-control-allow-origin')).toBe('https://x.test');
  expect(headers.get('access-control-allow-credentials')).toBe('true');
});

it('pages of other sites may send and read the headers that the config lists', async () => {
  const { api } = conformance.definition.settings;
  const preflightOf = async (cors: { headers?: '*' | string[]; expose?: string[] }) => {
    const settings = { api: { ...api, cors: { ...api.cors, ...cors } } };
    const { app } = await openSite(conformance, { test: site.test, settings });
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-shop, x-page' };
    const headers = { origin: 'https://example.com', ...asked };
    const response = await app.request('/api/articles', { method: 'OPTIONS', headers });
    const listed = (name: string) => response.headers.get(`access-control-${name}-headers`)?.split(/, ?/);
    return { allowed: listed('allow'), exposed: listed('expose'), vary: response.headers.get('vary') };
  };
  const own = ['Content-Type', 'Authorization', 'Origin', 'Accept', 'If-Match', 'If-None-Match'];
  expect(await preflightOf({})).toEqual({ allowed: own, exposed: ['ETag', 'X-Request-Id'], vary: 'Origin' });
  expect(await preflightOf({ headers: ['X-Shop'], expose: ['X-Total'] })).toMatchObject({
    allowed: [...own, 'X-Shop'],
    exposed: ['ETag', 'X-Request-Id', 'X-Total'],
  });
  expect(await preflightOf({ headers: '*' })).toMatchObject({
    allowed: ['x-shop', 'x-page'],
    vary: 'Origin, Access-Control-Request-Headers',
  });
});

it('polymorphic relations stay flat in the format of Strapi 4', async () => {
  const tag = await send('POST', '/tags', { name: 'flat' });
  const items = [{ __type: 'api::tag.tag', documentId: tag.data.documentId }];
  const { data: badge } = await send('POST', '/badges', { name: 'B', items });
  const headers = { 'strapi-response-format': 'v4' };
  const { body } = await site.request('GET', `/api/badges/${badge.documentId}?populate=items`, { headers });
  expect(body.data.attributes.items).toMatchObject([{ name: 'flat', __type: 'api::tag.tag' }]);
});
