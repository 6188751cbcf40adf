/** Routes of a project beside the generated ones, and instead of them. */
import { readFile } from 'node:fs/promises';

import { type Context, Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';

import {
  articleFilters,
  articleInput,
  articlePopulate,
} from '../../../../fixtures/conformance/src/content/article/validators.js';
import { article } from '../../../../fixtures/conformance/src/content/article/model.js';
import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import {
  type ContentEnv,
  answerError,
  completeApp,
  content as contextOf,
  type RoutesOf,
  json,
  openapi,
  readQuery,
  readValid,
  valid,
} from '../../src/hono.js';
import type { ContentDefinition } from '../../src/content/content.js';
import { NotFoundError, type StandardSchemaV1, createContent, findMany } from '../../src/index.js';
import { FULL } from '../access/site.js';
import { createApp } from '../harness/app.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { requestTo } from '../harness/request.js';
import { type Site, id, openSite, seedSite } from '../read/site.js';

/** A schema of no library: pages from 1 to 9. */
const pageQuery: StandardSchemaV1<{ page: string }, { page: number }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const page = Number((value as { page?: string }).page);
      return page >= 1 && page <= 9 ? { value: { page } } : { issues: [{ message: 'No such page', path: ['page'] }] };
    },
  },
};
const offering = {
  ...pageQuery,
  toJSONSchema: () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { page: { type: 'string' }, near: { $ref: '#/$defs/near' } },
    required: ['page'],
    $defs: { near: { type: 'object' } },
  }),
};

const declared = new Hono<ContentEnv>()
  .post('/:documentId/hints', valid({ summary: 'Send a hint', body: articleInput.draft, query: offering }), (c) =>
    c.json({ rating: c.req.valid('json').rating ?? null, ...c.req.valid('query') }, 201),
  )
  .get('/:id/hints/:number{[0-9]+}?', valid({ query: pageQuery }), (c) =>
    c.req.param('id') === 'none' ? c.json({ missing: true }, 404) : c.text(String(c.req.valid('query').page)),
  )
  // Instead of the generated operation.
  .put('/:id', valid({ body: offering, summary: 'Own' }), (_, next) => next())
  .all('/:id/all', valid({ query: pageQuery }), (c) => c.json(1))
  .post('/hints', valid({ body: articleInput }), async (c) => c.json(c.req.valid('json').title));

let site: Site;
let app: Hono;
let served: ContentDefinition;
beforeAll(async () => {
  site = await openSite();
  await seedSite(site.database);
  const permissions = { public: { article: { actions: ['find', 'findOne'], readable: ['title'] } } } as const;
  const settings = { ...contentDefinition.settings, permissions };
  const definition = { ...contentDefinition, settings };
  createContent(definition, { database: site.database });
  served = definition;
  const contentContext = contextOf(definition);

  const own = new Hono()
    .use(contentContext)
    // Instead of the generated handler.
    .get('/articles/titles', async (c) => {
      const { data } = await c.var.content.articles.find({ fields: ['title'], sort: 'title' });
      return c.json(data.map(({ title }) => title));
    })
    .get('/articles/checked', async (c) => {
      const { searchParams } = new URL(c.req.url);
      const filters = articleFilters.parse(searchParams);
      const { data } = await c.var.content.articles.find({ filters, populate: articlePopulate.parse(searchParams) });
      return c.json(data.map((one) => [one.title, one.author]));
    })
    .post('/articles/suggested', async (c) => c.json(await readValid(c, articleInput.draft)))
    .route('/articles', declared)
    .get('/articles/below/*', async (c) => c.json(await kindOfCaller(c)))
    .all('/articles/any/*', async (c) => c.json(await kindOfCaller(c)))
    .get('/articles/generated', async (c) => json(c, await findMany(c.var.scope, article, readQuery(c))))
    // Around the generated handler.
    .get('/articles/:documentId', async (c, next) => {
      if (c.req.param('documentId') === 'none') return c.json({ hidden: true }, 410);
      await next();
      c.header('X-Article', c.req.param('documentId'));
      return undefined;
    });
  app = new Hono();
  app.onError(answerError);
  app.route('/api', own);
  app.get('/below/*', contentContext, async (c) => c.json(await kindOfCaller(c)));
  app.all('/any/*', contentContext, async (c) => c.json(await kindOfCaller(c)));
  // Hono does not tell this handler from middleware.
  app.use('/guarded/*', contentContext, async (c, _next) => c.json(await kindOfCaller(c)));
  app.use('/api/guarded/*', contentContext, async (c, _next) => c.json(await kindOfCaller(c)));
  app.route('/', createApp(conformance, site.database, { settings }).app);
});
afterAll(() => site.close());

const kindOfCaller = async (c: Context<ContentEnv>) => c.var.scope.caller.kind;

const get = (path: string, token?: string) => requestTo(app, 'GET', path, { ...(token && { token }) });

it('an own route reads documents with the rights of the caller', async () => {
  const { body: titles } = await get('/api/articles/titles');
  expect(titles).toEqual([...titles].sort());
  expect(titles.length).toBeGreaterThan(1);
});

it('an override may pass a request on to the generated handler, and add to its answer', async () => {
  const { status, body, headers } = await get(`/api/articles/${id('a1')}`);
  expect([status, body.data.documentId, headers.get('x-article')]).toEqual([200, id('a1'), id('a1')]);
  expect(headers.get('etag')).toMatch(/^"\d+\.1-/);
  expect(await get('/api/articles/none')).toMatchObject({ status: 410, body: { hidden: true } });
});

describe('another spelling of a path', () => {
  const spellings = ['/api/ARTICLES/none', '/api/articles/none/', '/api/Articles/none/?fields=title'];

  it.each(spellings)(
    '%s reaches the handlers of the project, where the server calls the complete app',
    async (path) => {
      const answer = await completeApp(served, app).fetch(new Request(`http://localhost${path}`));
      expect([answer.status, await answer.json()]).toEqual([410, { hidden: true }]);
    },
  );

  it.each(spellings)(
    '%s is redirected to the plain one, where the server calls the app of the project',
    async (path) => {
      const answer = await get(path);
      const [, query = ''] = path.split('?');
      const plain = `/api/articles/none${query && `?${query}`}`;
      expect([answer.status, answer.headers.get('location')]).toEqual([308, plain]);
      expect(await get(plain)).toMatchObject({ status: 410, body: { hidden: true } });
    },
  );
});

it('an override may call the function of the generated handler', async () => {
  const query = '?fields=title&sort=title:desc';
  expect((await get(`/api/articles/generated${query}`)).body).toEqual((await get(`/api/articles${query}`)).body);
});

it('a validator gives filters of the right types, which the rights of the caller limit', async () => {
  const checked = (query: string, token?: string) => get(`/api/articles/checked?${query}`, token);
  const all = (await checked('', FULL)).body.length;
  const rated = await checked('filters[rating][$gte]=1&populate[author][fields]=name', FULL);
  expect(rated.status).toBe(200);
  expect(rated.body.length).toBeLessThanOrEqual(all);
  expect((await checked('filters[rating][$gte]=1')).body.error).toMatchObject({
    status: 400,
    details: { key: 'rating' },
  });
  expect((await checked('filters[nope]=1')).body.error).toMatchObject({ status: 400, message: 'Invalid key nope' });
  expect((await checked('populate=nope')).body.error).toMatchObject({ status: 400, details: { key: 'nope' } });
});

it('a wrong token is a 401 in own routes, too', async () => {
  expect((await get('/api/articles/titles', 'wrong')).status).toBe(401);
});

it.each([
  '/api/articles/below/it',
  '/api/articles/any/thing',
  '/below/it',
  '/any/thing',
  '/guarded/it',
  '/api/guarded/it',
])('%s, whose route ends with a star, knows its caller', async (path) => {
  expect((await get(path)).body).toBe('role');
  expect((await get(path, FULL)).body).toBe('token');
  expect((await get(path, 'wrong')).status).toBe(401);
});

describe('an app without an error handler', () => {
  const json = { 'content-type': 'application/json', origin: 'https://www.example.org' };
  const bare = () =>
    new Hono()
      .use(contextOf(served))
      .get('/page', valid({ query: pageQuery }), (c) => c.json(1))
      .post('/suggested', async (c) => c.json(await readValid(c, articleInput.draft)))
      .get('/articles/:id', () => Promise.reject(new NotFoundError()));

  it.each<[status: number, path: string, init: RequestInit, message: string]>([
    [401, '/page?page=1', { headers: { ...json, authorization: 'Bearer wrong' } }, 'Missing or invalid credentials'],
    [400, '/page?page=0', { headers: json }, 'No such page'],
    [400, '/suggested', { method: 'POST', headers: json, body: '{"nope":1}' }, 'Invalid key nope'],
    [400, '/articles/%ff', { headers: json }, 'failed to decode'],
    [404, '/articles/none', { headers: json }, 'Not Found'],
  ])('answers with the %i of the API, which pages of other sites can read: %s', async (status, path, init, message) => {
    const answer = await bare().request(path, init);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(json.origin);
    expect(await answer.json()).toMatchObject({ data: null, error: { status, message } });
  });
});

it('an unknown path of the API is a 404 with every token', async () => {
  for (const token of [undefined, FULL, 'wrong']) expect((await get('/api/nothing/at/all', token)).status).toBe(404);
});

it('parsed filters have the values that their types promise', () => {
  const search =
    'filters[rating][$in][0]=3&filters[isFeatured]=true&filters[$or][0][views][$gt]=5&filters[$or][1][title]=7' +
    '&filters[author][name][$null]=false&filters[kind][$eqi]=News&filters[score][$between][0]=1&filters[score][$between][1]=2.5';
  expect(articleFilters.parse(new URLSearchParams(search))).toEqual({
    rating: { $in: [3] },
    isFeatured: true,
    $or: [{ views: { $gt: '5' } }, { title: '7' }],
    author: { name: { $null: false } },
    kind: { $eqi: 'News' },
    score: { $between: [1, 2.5] },
  });
  expect(articleFilters.parse('?sort=title')).toEqual({});
  expect(() => articleFilters.parse('filters[rating][$gt]=many')).toThrow('Expected an integer');
  expect(() => articleFilters.parse('filters[secret]=x')).toThrow('Invalid key secret');
});

it('parsed populate is an object, whatever its spelling', () => {
  expect(Object.keys(articlePopulate.parse('populate=*'))).toContain('author');
  expect(articlePopulate.parse('populate[0]=author.profile&populate[1]=cover')).toEqual({
    author: { populate: { profile: true } },
    cover: true,
  });
  const search =
    'populate[categories][limit]=2&populate[categories][fields]=name,id&populate[categories][filters][id][$gt]=1' +
    '&populate[categories][sort]=name:asc&populate[seo]=false&populate[content][on][blocks.hero][populate]=*' +
    '&populate[author][count]=true&populate[related][pagination][page]=2';
  expect(articlePopulate.parse(search)).toEqual({
    categories: { limit: 2, fields: ['name', 'id'], filters: { id: { $gt: 1 } }, sort: ['name:asc'] },
    seo: false,
    content: { on: { 'blocks.hero': { populate: { image: true, seo: true } } } },
    author: { count: true },
    related: { pagination: { page: 2 } },
  });
  expect(articlePopulate.parse('')).toEqual({});
});

it('an own route gets documents in the form of its types, whatever format the request asks for', async () => {
  const { settings: own } = contentDefinition;
  const settings = { ...own, permissions: { public: '*' }, api: { ...own.api, responses: 'strapi' } } as const;
  const definition = { ...contentDefinition, settings };
  createContent(definition, { database: site.database });
  const strapi = new Hono().use(contextOf(definition)).get('/titles', async (c) => {
    const { data } = await c.var.content.articles.find({ fields: ['title'] });
    return c.json(data.map(({ title }) => typeof title));
  });
  const { body } = await requestTo(strapi, 'GET', '/titles', { headers: { 'Strapi-Response-Format': 'v4' } });
  expect(new Set(body)).toEqual(new Set(['string']));
});

describe('readValid', () => {
  const suggest = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.request('/api/articles/suggested', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('returns a body with the declared types', async () => {
    expect(await suggest({ rating: '7' })).toEqual({ status: 200, body: { rating: 7 } });
  });

  it.each([
    [{ title: { a: 1 } }, ['title']],
    [{ nope: 1 }, ['nope']],
    [[], []],
  ])('refuses %j with the message of the API', async (body, path) => {
    const { issues } = articleInput.draft['~standard'].validate(body);
    const message = issues?.[0]?.message;
    expect(message).toEqual(expect.any(String));
    expect(await suggest(body)).toMatchObject({
      status: 400,
      body: { error: { name: 'ValidationError', message, details: { errors: [{ path, message }] } } },
    });
  });
});

describe('valid', () => {
  const hint = async (query: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const url = `/api/articles/x/hints?${query}`;
    const answer = await app.request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };

  it('gives a handler the checked body and query', async () => {
    expect(await hint('page=3', { rating: '7' })).toEqual({ status: 201, body: { rating: 7, page: 3 } });
    expect((await get('/api/articles/x/hints/12?page=3')).text).toBe('3');
  });

  it('refuses what does not fit before the handler', async () => {
    const error = (path: string, rest: object) => ({
      status: 400,
      body: { error: { name: 'ValidationError', details: { ...rest, errors: [{ path: [path] }] } } },
    });
    expect(await hint('page=3', { nope: 1 })).toMatchObject(error('nope', {}));
    expect(await hint('page=12', {})).toMatchObject(error('page', { source: 'query' }));
    expect(await hint('page[x]=1', {})).toMatchObject(error('page', { source: 'query' }));
  });

  it('says that it needs contentContext', async () => {
    const bare = new Hono().get('/bare', valid({ query: pageQuery }), (c) => c.json(1));
    bare.onError((error, c) => c.text(error.message, 500));
    expect(await (await bare.request('/bare?page=1')).text()).toContain('valid() needs contentContext');
  });

  it('tells the compiler what a route takes and answers', () => {
    type Routes = RoutesOf<typeof declared>;
    type Post = Extract<Routes, { path: '/:documentId/hints' }>;
    expectTypeOf<Post['method']>().toEqualTypeOf<'POST'>();
    expectTypeOf<Post['query']>().toEqualTypeOf<{ page: string }>();
    expectTypeOf<Post['params']>().toEqualTypeOf<{ documentId: string }>();
    expectTypeOf<Post['answer']>().toEqualTypeOf<{ page: number; rating: number | null }>();
    expectTypeOf<NonNullable<Post['body']['rating']>>().toEqualTypeOf<number>();
    // The 404 is the error of the client.
    expectTypeOf<
      Extract<Routes, { method: 'GET'; path: `${string}hints${string}` }>['answer']
    >().toEqualTypeOf<string>();
    expectTypeOf<Extract<Routes, { path: '/:id/all'; method: 'PATCH' }>['answer']>().toEqualTypeOf<1>();
  });

  it('is in the OpenAPI document', async () => {
    const generated = JSON.parse(
      await readFile(new URL('../../../../fixtures/example/src/content/openapi.json', import.meta.url), 'utf8'),
    ) as object;
    const answer = await new Hono().get('/', openapi(served, generated, app)).request('/');
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const input = { $ref: '#/components/schemas/ArticleInput' };
    const json = (schema: unknown) => ({ required: true, content: { 'application/json': { schema } } });
    expect(paths['/api/articles/{documentId}/hints']).toMatchObject({
      post: {
        operationId: 'own_post_api_articles_documentId_hints',
        summary: 'Send a hint',
        security: [{}, { bearer: [] }],
        parameters: [
          { name: 'documentId', in: 'path', required: true },
          { name: 'page', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'near', in: 'query', schema: {} },
        ],
        requestBody: json(input),
        responses: { '2XX': {}, '400': { $ref: '#/components/responses/BadRequest' } },
      },
      get: { parameters: [{ name: 'documentId' }, { name: 'query', schema: { type: 'object' } }] },
    });
    expect(paths['/api/articles/{id}/hints/{number}']).toMatchObject({
      get: { parameters: [{ name: 'id' }, { name: 'number', schema: { pattern: '^(?:[0-9]+)$' } }, { name: 'query' }] },
    });
    expect(paths['/api/articles/hints']).toMatchObject({ post: { requestBody: json(input) } });
    expect(Object.keys(paths).filter((path) => /all$|[*:]/.test(path))).toEqual([]);
    // One path, whatever the names of its parameters.
    const replaced = paths['/api/articles/{documentId}'];
    expect(replaced).toMatchObject({ get: { operationId: 'article.findOne' }, put: { summary: 'Own' } });
    const at = '#/paths/~1api~1articles~1%7BdocumentId%7D/put/requestBody/content/application~1json/schema/$defs/near';
    expect(JSON.stringify(replaced?.['put'])).toContain(`"$ref":"${at}"`);
    expect(JSON.stringify(paths)).not.toContain('$schema');
  });

  it('gives each route an operationId of its own', async () => {
    const routes = new Hono();
    for (const path of ['/my-feed', '/my/feed', '/my_feed', '/my/:feed', '/my/feed/2', '/my/:feed-id/:no.x?'])
      routes.get(path, valid({}), (c) => c.json(1));
    const answer = await new Hono().get('/', openapi(served, { openapi: '3.1.0' }, routes)).request('/');
    const { paths } = (await answer.json()) as { paths: Record<string, { get: { operationId: string } }> };
    const ids = Object.values(paths).map(({ get: { operationId } }) => operationId);
    expect(ids.slice(0, 2)).toEqual(['own_get_my_feed', 'own_get_my_feed_2']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(paths)).toContain('/my/{feed-id}/{no.x}');
  });

  it('is not looked for in the routes of other frameworks', async () => {
    const other = JSON.parse('{ "routes": [{ "method": "GET", "path": "/", "handler": "text" }, { "path": "/a" }] }');
    const answer = await new Hono().get('/', openapi(served, { openapi: '3.1.0' }, other)).request('/');
    expect([answer.status, await answer.json()]).toEqual([200, { openapi: '3.1.0', paths: {} }]);
  });
});
