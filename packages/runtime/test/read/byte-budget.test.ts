import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ApiSettings } from '../../src/content/settings.js';
import { FULL } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { register } from '../harness/people.js';
import { type RequestOptions, requestTo } from '../harness/request.js';
import { type Site, id, openSite, seedSite } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
  for (const table of ['tags', 'articles', 'categories', 'authors'])
    await site.database.rows(`select setval(pg_get_serial_sequence('${table}', 'id'), 1000)`);
  // Lists that are longer, and rows that are larger, than the first statement of a request takes.
  await site.database.rows(`
    with made as (insert into cg_documents (id, type) select 'long' || n, 'tag' from generate_series(1, 1200) n returning id)
    insert into tags (document_id, locale, cg_status, name, cg_version, cg_diverged, created_at, updated_at, published_at)
    select id, '', 'published', case when id = 'long1100' then repeat('long ', 20000) else id end, 1, '{}', now(), now(), now() from made`);
  await site.database.rows(
    `
    insert into tags_buddies (source_id, target_id, rank, inverse_rank)
    select (select id from tags where document_id = $1 and cg_status = 'published'), 'long' || n, lpad(n::text, 6, '0') || '5', '5' from generate_series(1, 1200) n`,
    [id('t1')],
  );
  await site.database.rows('analyze');
});
afterAll(() => site.close());

type Api = Pick<ApiSettings, 'responses'>;

function send(maxResponseBytes: number, method: string, path: string, options: RequestOptions = {}, api?: Api) {
  const settings = conformance.definition.settings.api;
  const rest = { ...settings.rest, maxResponseBytes };
  const { app } = createApp(conformance, site.database, { settings: { api: { ...settings, ...api, rest } } });
  return requestTo(app, method, path, { token: FULL, ...options });
}

/** The bytes of the documents in an answer as it was sent, and their number. */
function measure(text: string): { readonly data: number; readonly documents: number } {
  const body = JSON.parse(text);
  const hasEnvelope = 'meta' in body && 'data' in body;
  const data = hasEnvelope ? text.slice('{"data":'.length, text.lastIndexOf(',"meta":')) : text;
  const shown = hasEnvelope ? body.data : body;
  return { data: Buffer.byteLength(data), documents: Array.isArray(shown) ? shown.length : 1 };
}

const PLENTY = 1_000_000_000;

const REFUSED = {
  status: 400,
  name: 'ValidationError',
  message: expect.stringMatching(
    /^The answer is too large\. The maximum is \d+ bytes \(api\.rest\.maxResponseBytes\); select fewer/,
  ),
  details: { source: 'query', params: ['pagination', 'fields', 'populate'] },
};

describe('an answer that exceeds api.rest.maxResponseBytes is a 400, and one that fits does not change', () => {
  it.each([
    ['a list', '/api/articles'],
    ['a list of one', '/api/articles?pagination[pageSize]=1'],
    ['a list with a condition on related rows', '/api/articles?filters[author][name]=Alice&populate=author'],
    ['a list with relations', '/api/articles?populate=*'],
    ['a list with lists', '/api/tags?populate=buddies'],
    ['a list with sliced lists', '/api/tags?populate[buddies][pagination][pageSize]=90'],
    ['a list with lists of lists', '/api/categories?populate[articles][populate]=categories,author'],
    ['a list with a zone', '/api/articles?populate[content][populate]=*'],
    ['a list of several types', '/api/badges?populate[items][populate]=*'],
    ['a document', `/api/articles/${id('a1')}`],
    ['a document with a list', `/api/tags/${id('t1')}?populate=buddies`],
    ['a document with lists of lists', `/api/tags/${id('t1')}?populate=buddies.buddies`],
    [
      'a document with zones and files',
      `/api/articles/${id('a1')}?populate[content][populate]=*&populate[gallery]=true`,
    ],
    ['drafts', '/api/articles?status=draft&populate=*'],
    ['all files', '/api/upload/files'],
    ['a page of files', '/api/upload/files/page'],
    ['a file', '/api/upload/files/1'],
  ])('%s', async (_, path) => {
    for (const responses of path.includes('populate=*')
      ? (['documented', 'strapi'] as const)
      : (['documented'] as const)) {
      const whole = await send(PLENTY, 'GET', path, {}, { responses });
      expect(whole.status, path).toBe(200);
      const { data, documents } = measure(whole.text);
      const enough = await send(data + 5 * documents, 'GET', path, {}, { responses });
      expect([enough.status, enough.text], path).toEqual([200, whole.text]);
      for (const max of [Math.floor(data / 2), data - 1]) {
        const { status, body } = await send(max, 'GET', path, {}, { responses });
        expect([status, body], `${path} within ${max}`).toEqual([400, { data: null, error: REFUSED }]);
      }
    }
  });

  it('a document in the format of Strapi 4', async () => {
    const headers = { 'strapi-response-format': 'v4' };
    const path = `/api/tags/${id('t1')}?populate=buddies`;
    const strapi = { responses: 'strapi' } as const;
    const whole = await send(PLENTY, 'GET', path, { headers }, strapi);
    expect(whole.body.data.attributes.buddies.data).toHaveLength(1200);
    expect((await send(50_000, 'GET', path, { headers }, strapi)).body.error).toEqual(REFUSED);
  });
});

it('an answer that is refused with all relations is given with fewer fields, documents or rows', async () => {
  const path = `/api/tags/${id('t1')}?populate=buddies`;
  expect((await send(50_000, 'GET', path)).status).toBe(400);
  for (const narrow of [
    `/api/tags/${id('t1')}`,
    `/api/tags/${id('t1')}?populate[buddies][pagination][pageSize]=100`,
    `/api/tags/${id('t1')}?populate[buddies][fields]=id&populate[buddies][filters][name][$lt]=long3`,
  ]) {
    expect((await send(50_000, 'GET', narrow)).status, narrow).toBe(200);
  }
});

it('a list that is longer than the first statement takes is answered whole, and with one statement from then on', async () => {
  const path = `/api/tags/${id('t1')}?populate=buddies`;
  const { body } = await site.request('GET', path, { token: FULL });
  expect(body.data.buddies).toHaveLength(1200);
  site.statements();
  expect((await site.request('GET', path, { token: FULL })).body).toEqual(body);
  expect(site.statements()).toHaveLength(1);
});

describe('a write whose answer would be too large is a 400 and writes nothing', () => {
  const state = () =>
    site.database.rows(
      `select (select count(*) from tags) as tags, (select string_agg(name, ',') from tags where document_id = $1) as name,
         (select count(*) from tags_buddies) as links, (select string_agg(cg_status || title, ',' order by id) from articles) as articles,
         (select count(*) from users) as users`,
      [id('t1')],
    );

  it.each([
    ['a PUT', 'PUT', () => `/api/tags/${id('t1')}?populate=buddies`, { data: { name: 'changed' } }],
    ['a POST', 'POST', () => '/api/tags?populate=buddies.buddies', { data: { name: 'new', buddies: [id('t1')] } }],
    ['a publish', 'POST', () => `/api/articles/${id('a2')}/actions/publish?populate=*`, undefined],
    ['an unpublish', 'POST', () => `/api/articles/${id('a1')}/actions/unpublish?populate=*`, undefined],
    ['a discard', 'POST', () => `/api/articles/${id('a1')}/actions/discard?populate=*`, undefined],
  ])('%s', async (_, method, path, body) => {
    const before = await state();
    const { status, body: answer } = await send(200, method, path(), { body });
    expect([status, answer.error]).toEqual([400, REFUSED]);
    expect(await state()).toEqual(before);
  });

  it('of a user', async () => {
    const { id: user, token } = await register(site, 'byte');
    const before = await state();
    const bodies = { username: 'other', email: 'other@x.io', password: 'long enough', role: 1 };
    for (const [method, path, body] of [
      ['POST', '/api/users', bodies],
      ['PUT', `/api/users/${user}`, { username: 'renamed' }],
      ['DELETE', `/api/users/${user}`, undefined],
    ] as const) {
      const { status, body: answer } = await send(20, method, path, { body });
      expect([status, answer.error], method).toEqual([400, REFUSED]);
    }
    expect(await state()).toEqual(before);
    for (const path of ['/api/users', `/api/users/${user}`])
      expect((await send(20, 'GET', path)).status, path).toBe(400);
    expect((await send(20, 'GET', '/api/users/me', { token })).status).toBe(400);
    expect((await send(20, 'GET', '/api/users/count')).body).toBe(1);
  });

  it('but a DELETE of a document answers nothing, and an upload repeats only what it was sent', async () => {
    expect((await send(1, 'DELETE', '/api/tags/long1')).status).toBe(204);
  });
});
