/** A caller with `createDraft` or `updateDraft` alone changes no published row, through whichever door it writes. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Permissions, TypePermission } from '../../src/content/settings.js';
import { documentsApi } from '../../src/documents/api.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { everySequence } from '../harness/property.js';
import { type Site, openSite } from '../harness/site.js';
import { times } from '../harness/suite.js';

let test: TestDatabase;
/** May do everything. */
let admin: Site;
beforeAll(async () => {
  test = await createTestDatabase(desk);
  admin = await siteFor('*');
});
afterAll(() => test.close());

const api = { ...desk.definition.settings.api, responses: 'documented' } as const;
const find = ['find', 'findOne', 'findDraft'];
const draftsOnly = [...find, 'createDraft', 'updateDraft', 'bulk'];

function siteFor(types: Permissions[string]): Promise<Site> {
  return openSite(desk, { test, settings: { permissions: { public: types }, api } });
}

async function made(plural: string, data: object, query = ''): Promise<string> {
  const { status, body } = await admin.request('POST', `/api/${plural}${query}`, { body: { data } });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.documentId;
}

/** Every published row and link, by table. */
async function published(): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await test.rows<{ name: string; mark: string }>(
    `select table_name as name, column_name as mark from information_schema.columns
     where table_schema = 'public' and (column_name = 'cg_status' or (column_name = 'published' and table_name in
       (select table_name from information_schema.columns where column_name = 'inverse_rank')))`,
  );
  const rows = tables.map(async ({ name, mark }) => {
    const where = mark === 'cg_status' ? `cg_status = 'published'` : 'published';
    const found = await test.rows<{ row: string }>(`select t::text as row from "${name}" t where ${where} order by 1`);
    return [name, found.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

const slugs = fc.sample(fc.uuid(), { numRuns: 2_000, seed: 1 })[Symbol.iterator]();
const anySlug = () => `s${slugs.next().value}`;

type Status = 'draft' | 'published' | undefined;
type Answer = { readonly status: number; readonly publishedAt: unknown };
type Door = (site: Site, status: Status, document: string) => Promise<Answer>;

const query = (status: Status, more = '') => `?${status === undefined ? '' : `status=${status}`}${more}`;

async function sent(site: Site, method: string, path: string, body: object): Promise<Answer> {
  const reply = await site.request(method, path, { body });
  const document = Array.isArray(reply.body.data) ? reply.body.data[0] : reply.body.data;
  return { status: reply.status, publishedAt: document?.publishedAt };
}

interface Calls {
  create(call: object): Promise<{ readonly data: { readonly publishedAt: unknown } }>;
  update(id: string, call: object): Promise<{ readonly data: { readonly publishedAt: unknown } }>;
}

async function called(site: Site, call: (articles: Calls) => ReturnType<Calls['create']>, isNew: boolean) {
  const documents = documentsApi<{ readonly articles: never }, string>(site.content).asRole('public');
  return call((documents as unknown as { readonly articles: Calls }).articles).then(
    ({ data }) => ({ status: isNew ? 201 : 200, publishedAt: data.publishedAt }),
    (error: { readonly status: number }) => ({ status: error.status, publishedAt: undefined }),
  );
}

const inStatus = (status: Status) => (status === undefined ? {} : { status });
const creating: Readonly<Record<string, Door>> = {
  POST: (site, status) =>
    sent(site, 'POST', `/api/articles${query(status)}`, { data: { title: 'a', slug: anySlug() } }),
  'POST in another locale': (site, status) =>
    sent(site, 'POST', `/api/articles${query(status, '&locale=fr')}`, { data: { title: 'a', slug: anySlug() } }),
  'a bulk create': async (site, status) => {
    const body = { action: 'create', data: [{ title: 'a', slug: anySlug() }] };
    const answer = await sent(site, 'POST', `/api/articles/actions/bulk${query(status)}`, body);
    return { ...answer, status: answer.status === 200 ? 201 : answer.status };
  },
  'code that creates': (site, status) =>
    called(site, (articles) => articles.create({ data: { title: 'a', slug: anySlug() }, ...inStatus(status) }), true),
};
const updating: Readonly<Record<string, Door>> = {
  PUT: (site, status, id) => sent(site, 'PUT', `/api/articles/${id}${query(status)}`, { data: { title: anySlug() } }),
  'PUT of shared values': (site, status, id) =>
    sent(site, 'PUT', `/api/articles/${id}${query(status)}`, { data: { views: String(Date.now()), rating: 3 } }),
  'PUT in a new locale': (site, status, id) =>
    sent(site, 'PUT', `/api/articles/${id}${query(status, '&locale=de')}`, { data: { title: 'de', slug: anySlug() } }),
  'a bulk update': (site, status, id) =>
    sent(site, 'POST', `/api/articles/actions/bulk${query(status)}`, {
      action: 'update',
      data: [{ documentId: id, title: anySlug() }],
    }),
  'code that updates': (site, status, id) =>
    called(site, (articles) => articles.update(id, { data: { title: anySlug() }, ...inStatus(status) }), false),
};

const statuses: readonly Status[] = [undefined, 'draft', 'published'];
const combinations = [[], ['create'], ['createDraft'], ['create', 'createDraft']] as const;

describe.each([
  ['create', 'createDraft', creating, 201],
  ['update', 'updateDraft', updating, 200],
] as const)('the rights %s and %s', (right, draftRight, doors, ok) => {
  const cases = combinations.flatMap((combination) => {
    const rights = combination.map((name) => (name === 'create' ? right : draftRight));
    return statuses.map(
      (status) => [rights.join(' and ') || 'nothing', status ?? 'no status', rights, status] as const,
    );
  });

  it.each(cases)('%s, with %s: every door decides the same', async (_rights, _status, rights, status) => {
    const site = await siteFor({ article: [...find, 'bulk', ...rights] });
    const publishes = rights.includes(right);
    const isOpen = publishes || (rights.length > 0 && status !== 'published');
    const isPublished = publishes && status !== 'draft';
    for (const [name, door] of Object.entries(doors)) {
      const id = await made('articles', { title: 'old', slug: anySlug() });
      const before = await published();
      const answer = await door(site, status, id);
      expect([name, answer.status]).toEqual([name, isOpen ? ok : 403]);
      if (isOpen) expect([name, answer.publishedAt]).toEqual([name, isPublished ? expect.any(String) : null]);
      if (isPublished) expect(await published(), name).not.toEqual(before);
      else expect(await published(), name).toEqual(before);
    }
  });
});

describe('a caller that writes drafts alone', () => {
  it('says why it may not publish, and may not use the actions of versions', async () => {
    const site = await siteFor({ article: draftsOnly });
    const id = await made('articles', { title: 'old', slug: anySlug() });
    const put = await site.request('PUT', `/api/articles/${id}?status=published`, { body: { data: { title: 'new' } } });
    expect(put.body.error).toMatchObject({
      status: 403,
      message: 'You may write drafts of article, but not publish them: send status=draft',
    });
    for (const action of ['publish', 'unpublish', 'discard']) {
      expect((await site.request('POST', `/api/articles/${id}/actions/${action}`)).status, action).toBe(403);
    }
    expect((await site.request('DELETE', `/api/articles/${id}`)).status).toBe(403);
  });

  it('writes the draft of a single type, and publishes with the right to publish', async () => {
    const site = await siteFor({ homepage: draftsOnly });
    const headline = async (status: string) =>
      (await admin.request('GET', `/api/homepage?status=${status}`)).body.data?.headline;
    expect((await admin.request('PUT', '/api/homepage', { body: { data: { headline: 'old' } } })).status).toBe(200);
    expect((await site.request('PUT', '/api/homepage', { body: { data: { headline: 'new' } } })).status).toBe(200);
    expect([await headline('draft'), await headline('published')]).toEqual(['new', 'old']);
    const body = { data: { headline: 'now' } };
    expect((await site.request('PUT', '/api/homepage?status=published', { body })).status).toBe(403);
    const publisher = await siteFor({ homepage: [...draftsOnly, 'publish'] });
    expect((await publisher.request('PUT', '/api/homepage?status=published', { body })).status).toBe(403);
    expect((await publisher.request('POST', '/api/homepage/actions/publish')).status).toBe(200);
    expect(await headline('published')).toBe('new');
  });

  it('creates the first document of a single type as a draft', async () => {
    await admin.request('DELETE', '/api/homepage');
    const site = await siteFor({ homepage: draftsOnly });
    const { status, body } = await site.request('PUT', '/api/homepage', { body: { data: { headline: 'first' } } });
    expect([status, body.data.publishedAt]).toEqual([200, null]);
  });

  it('keeps to the rows of its right, before and after the write', async () => {
    const mine = { title: { $startsWith: 'mine' } };
    const site = await siteFor({
      article: { actions: draftsOnly, whereTo: { createDraft: mine, updateDraft: mine } },
    });
    const [own, theirs] = [await made('articles', { title: 'mine' }), await made('articles', { title: 'theirs' })];
    const put = async (id: string, title: string) =>
      (await site.request('PUT', `/api/articles/${id}`, { body: { data: { title } } })).status;
    expect([await put(own, 'mine too'), await put(own, 'not any more'), await put(theirs, 'mine now')]).toEqual([
      200, 403, 404,
    ]);
    const post = async (title: string) =>
      (await site.request('POST', '/api/articles', { body: { data: { title } } })).status;
    expect([await post('mine'), await post('theirs')]).toEqual([201, 403]);
  });

  it('deletes documents that were never published, with a rule that says so', async () => {
    const actions = [...draftsOnly, 'delete'];
    const site = await siteFor({ article: { actions, whereTo: { delete: { publishedAt: { $null: true } } } } });
    const [shown, draft] = [await made('articles', { title: 'a' }), await made('articles', {}, '?status=draft')];
    for (const id of [shown, draft]) await site.request('DELETE', `/api/articles/${id}`);
    const isThere = async (id: string) => (await admin.request('GET', `/api/articles/${id}?status=draft`)).status;
    expect([await isThere(shown), await isThere(draft)]).toEqual([200, 404]);
  });
});

describe('a relation that is written from its other side', () => {
  const rights: readonly (readonly [string, TypePermission, TypePermission, Status, number])[] = [
    ['both types in drafts', draftsOnly, draftsOnly, undefined, 200],
    ['the target published, the owner in drafts', '*', draftsOnly, undefined, 403],
    ['the target as a draft, the owner in drafts', '*', draftsOnly, 'draft', 200],
    ['the target in drafts, the owner published', draftsOnly, '*', undefined, 200],
    ['the target in drafts, the owner read', draftsOnly, find, undefined, 403],
  ];

  it.each(rights)('%s', async (_name, reader, book, status, expected) => {
    const site = await siteFor({ reader, book });
    const target = await made('readers', { name: 'r' });
    const owners = await Promise.all(['a', 'b'].map((name) => made('books', { name })));
    for (const name of ['books', 'shelved', 'covered']) {
      const before = await published();
      const data = { [name]: name === 'covered' ? owners[0] : owners };
      const path = `/api/readers/${target}${query(status)}`;
      expect([name, (await site.request('PUT', path, { body: { data } })).status]).toEqual([name, expected]);
      expect(await published(), name).toEqual(before);
    }
  });

  it('of a type without drafts changes published owners, so it needs the right to publish these', async () => {
    const author = await made('authors', { name: 'a' });
    const article = await made('articles', { title: 'a' });
    const put = async (permission: TypePermission) => {
      const site = await siteFor({ author: '*', article: permission });
      const body = { data: { articles: { connect: [article] } } };
      return (await site.request('PUT', `/api/authors/${author}`, { body })).status;
    };
    const before = await published();
    expect(await put(draftsOnly)).toBe(403);
    expect((await published())['articles']).toEqual(before['articles']);
    expect(await put([...draftsOnly, 'update'])).toBe(200);
    expect((await published())['articles']).not.toEqual(before['articles']);
  });
});

describe('any sequence of writes', () => {
  const plurals = {
    article: 'articles',
    category: 'categories',
    guide: 'guides',
    shelf: 'shelves',
    book: 'books',
    reader: 'readers',
    node: 'nodes',
  };
  type Type = keyof typeof plurals;
  const relations: readonly (readonly [Type, string, Type, boolean])[] = [
    ['article', 'categories', 'category', true],
    ['article', 'related', 'article', true],
    ['category', 'articles', 'article', true],
    ['category', 'parent', 'category', false],
    ['category', 'children', 'category', true],
    ['guide', 'shelf', 'shelf', false],
    ['guide', 'tags', 'shelf', true],
    ['guide', 'lead', 'shelf', false],
    ['shelf', 'guides', 'guide', true],
    ['shelf', 'tagged', 'guide', true],
    ['shelf', 'leads', 'guide', false],
    ['book', 'readers', 'reader', true],
    ['book', 'cover', 'reader', false],
    ['reader', 'books', 'book', true],
    ['reader', 'shelved', 'book', true],
    ['reader', 'covered', 'book', false],
    ['node', 'related', 'node', true],
    ['node', 'relatedTo', 'node', true],
  ];
  const step = fc.record({
    relation: fc.constantFrom(...relations),
    isNew: fc.boolean(),
    status: fc.constantFrom(...statuses),
    locale: fc.constantFrom('', '&locale=fr'),
    spelling: fc.constantFrom('connect', 'disconnect', 'set', 'list'),
    at: fc.nat(1),
    to: fc.nat(1),
    byWhom: fc.constantFrom('writer', 'writer', 'writer', 'admin'),
  });

  it('leaves every published row as it was', async () => {
    const types = Object.keys(plurals) as Type[];
    const writer = await siteFor(Object.fromEntries(types.map((type) => [type, draftsOnly])));
    const ids = new Map<Type, readonly string[]>();
    for (const type of types) {
      const named = (index: number) =>
        type === 'article' || type === 'guide' ? { title: `${type} ${index}` } : { name: `${type} ${index}` };
      ids.set(type, [await made(plurals[type], named(0)), await made(plurals[type], named(1))]);
    }
    let written = 0;
    await everySequence(step, { runs: times(12), from: 4, to: 10 }, async (steps) => {
      for (const { relation, isNew, status, locale, spelling, at, to, byWhom } of steps) {
        const [type, name, target, isMany] = relation;
        const id = ids.get(target)?.[to] ?? '';
        const value = spelling === 'list' ? (isMany ? [id] : id) : { [spelling]: [id] };
        const data = { [name]: value };
        const isLocalized = type === 'article' || type === 'guide';
        const asked = query(byWhom === 'admin' ? 'draft' : status, isLocalized ? locale : '');
        const path = `/api/${plurals[type]}${isNew ? '' : `/${ids.get(type)?.[at] ?? ''}`}${asked}`;
        const before = await published();
        const by = byWhom === 'admin' ? admin : writer;
        const reply = await by.request(isNew ? 'POST' : 'PUT', path, { body: { data } });
        if (byWhom === 'writer') expect(reply.status === 403, `${path} ${reply.text}`).toBe(status === 'published');
        expect(reply.status).toBeLessThan(500);
        if (reply.status < 300) written += 1;
        expect(await published(), `${path} ${JSON.stringify(data)}`).toEqual(before);
      }
    });
    expect(written).toBeGreaterThan(20);
  });
});
