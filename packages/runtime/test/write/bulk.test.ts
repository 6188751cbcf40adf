/** Many documents in one request: `POST /api/articles/actions/bulk`. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Permissions } from '../../src/content/settings.js';
import { createTestDatabase, type TestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import { times } from '../harness/suite.js';
import type { Reply, RequestOptions } from '../harness/request.js';
import { type Site, openSite } from '../harness/site.js';

let test: TestDatabase;
let site: Site;
beforeAll(async () => {
  test = await createTestDatabase(desk, { connections: 12 });
  site = await openSite(desk, { test, settings: { permissions: { public: '*' } } });
});
afterAll(() => test.close());

function siteFor(types: Permissions[string], rest: object = {}): Promise<Site> {
  const { api } = desk.definition.settings;
  return openSite(desk, {
    test,
    settings: { permissions: { public: types }, api: { ...api, rest: { ...api.rest, ...rest } } },
  });
}

function send(at: Site, plural: string, body: unknown, query = '', options: RequestOptions = {}): Promise<Reply> {
  return at.request('POST', `/api/${plural}/actions/bulk${query}`, { body, ...options });
}

/** Creates documents and returns their ids. */
async function made(plural: string, data: readonly object[], query = ''): Promise<readonly string[]> {
  const { status, body } = await send(site, plural, { action: 'create', data }, query);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map(({ documentId }: { documentId: string }) => documentId);
}

async function count(table: string, where = 'true'): Promise<number> {
  const [row] = await test.rows<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`);
  return row?.n ?? 0;
}

const named = (ids: readonly string[]) => ids.map((documentId) => ({ documentId }));

/** The lines of an answer that was asked for as NDJSON. */
async function lines(at: Site, plural: string, body: unknown, query = '') {
  const { status, text, headers } = await send(at, plural, body, query, {
    headers: { accept: 'application/x-ndjson' },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return text
    .trimEnd()
    .split('\n')
    .map((line): Record<string, any> => JSON.parse(line));
}

describe('the actions', () => {
  it('create, update and delete documents, in the order of the request', async () => {
    const created = await send(site, 'tags', { action: 'create', data: [{ name: 'a' }, { name: 'b' }] });
    expect(created.body).toMatchObject({
      data: [{ name: 'a' }, { name: 'b' }],
      meta: { bulk: { succeeded: 2, failed: 0, errors: [] } },
    });
    const ids: string[] = created.body.data.map((one: { documentId: string }) => one.documentId);
    const changes = ids.toReversed().map((documentId, index) => ({ documentId, name: `changed ${index}` }));
    const updated = await send(site, 'tags', { action: 'update', data: changes }, '?fields=name');
    expect(updated.body.data).toEqual(changes.map((change) => ({ id: expect.any(Number), ...change })));
    const deleted = await send(site, 'tags', { action: 'delete', data: [...named(ids), { documentId: 'unknown' }] });
    expect(deleted.body.data).toEqual([...named(ids), { documentId: 'unknown' }]);
    expect(await count('tags', `name like 'changed %'`)).toBe(0);
  });

  it('publish, unpublish and discard drafts, in one locale', async () => {
    const ids = await made('articles', [{ title: 'eins' }, { title: 'zwei' }], '?status=draft&locale=de');
    const published = () =>
      count('articles', `cg_status = 'published' and locale = 'de' and title in ('eins', 'zwei', 'drei')`);
    expect(await published()).toBe(0);
    const publish = { action: 'publish', data: named(ids) };
    expect((await send(site, 'articles', publish)).body.error).toMatchObject({
      status: 404,
      message: 'data[0]: Not Found',
    });
    expect((await send(site, 'articles', publish, '?locale=de')).body.data).toMatchObject([
      { title: 'eins', locale: 'de', publishedAt: expect.any(String) },
      { title: 'zwei', locale: 'de', publishedAt: expect.any(String) },
    ]);
    expect(await published()).toBe(2);
    const change = { action: 'update', data: ids.map((documentId) => ({ documentId, title: 'drei' })) };
    await send(site, 'articles', change, '?status=draft&locale=de');
    const discarded = await send(site, 'articles', { action: 'discard', data: named(ids) }, '?locale=de');
    expect(discarded.body.data.map(({ title }: { title: string }) => title)).toEqual(['eins', 'zwei']);
    const unpublished = await send(site, 'articles', { action: 'unpublish', data: named(ids) }, '?locale=de');
    expect(unpublished.body.meta.bulk.succeeded).toBe(2);
    expect(await published()).toBe(0);
  });

  it('show what the query asks for, as the single verbs do', async () => {
    const [author = ''] = await made('authors', [{ name: 'Ines' }]);
    const data = [{ title: 'A', author }];
    const { body } = await send(
      site,
      'articles',
      { action: 'create', data },
      '?fields=title&populate[author][fields]=name',
    );
    const single = await site.request('POST', '/api/articles?fields=title&populate[author][fields]=name', {
      body: { data: data[0] },
    });
    expect(body.data[0]).toEqual({ ...single.body.data, id: expect.any(Number), documentId: expect.any(String) });
  });

  it('change one document twice, one change after the other', async () => {
    const [documentId = ''] = await made('tags', [{ name: 'twice', weight: 1 }]);
    const data = [
      { documentId, weight: 2 },
      { documentId, weight: 3 },
    ];
    const { body } = await send(site, 'tags', { action: 'update', data });
    expect(body.data).toMatchObject([{ weight: 2 }, { weight: 3 }]);
    expect(await count('tags', `document_id = '${documentId}' and weight = 3`)).toBe(1);
  });

  it('take an empty list, and one of the largest size', async () => {
    const small = await siteFor('*', { maxBulkItems: 3 });
    const items = (length: number) => Array.from({ length }, () => ({ name: 'limit' }));
    expect((await send(small, 'tags', { action: 'create', data: [] })).body.data).toEqual([]);
    expect((await send(small, 'tags', { action: 'create', data: items(3) })).status).toBe(200);
    const over = await send(small, 'tags', { action: 'create', data: items(4) });
    expect(over.body.error).toMatchObject({
      status: 400,
      message: 'data has 4 items. The maximum is 3 (api.rest.maxBulkItems)',
    });
    expect(await count('tags', `name = 'limit'`)).toBe(3);
  });
});

describe('an atomic bulk', () => {
  it('lists the problems of all items with their paths, and writes nothing', async () => {
    const data = [{ title: 'fine' }, { title: 7 }, { title: 'also fine' }, { title: 'x', rating: 99 }, 'text'];
    const { status, body } = await send(site, 'articles', { action: 'create', data });
    expect([status, body.error.message]).toEqual([400, '3 items have errors']);
    expect(body.error.details.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['data', '1', 'title'],
      ['data', '3', 'rating'],
      ['data', '4'],
    ]);
    expect(await count('articles', `title in ('fine', 'also fine')`)).toBe(0);
  });

  it('names the item of a problem that only the database knows, and rolls back', async () => {
    const data = [
      { name: 'u1', email: 'one@bulk.io' },
      { name: 'u2', email: 'one@bulk.io' },
    ];
    const { body } = await send(site, 'authors', { action: 'create', data });
    expect(body.error).toMatchObject({
      status: 400,
      message: 'data[1]: This attribute must be unique',
      details: { path: 'data[1]', errors: [{ path: ['data', '1', 'email'] }] },
    });
    expect(await count('authors', `name in ('u1', 'u2')`)).toBe(0);
  });

  it('is undone by a document that does not exist', async () => {
    const [documentId = ''] = await made('tags', [{ name: 'kept' }]);
    const data = [
      { documentId, name: 'lost' },
      { documentId: 'unknown', name: 'lost' },
    ];
    const { body } = await send(site, 'tags', { action: 'update', data });
    expect(body.error).toMatchObject({ status: 404, message: 'data[1]: Not Found', details: { path: 'data[1]' } });
    expect(await count('tags', `name = 'lost'`)).toBe(0);
  });

  it('is undone by an answer that is too large', async () => {
    const small = await siteFor('*', { maxResponseBytes: 2_000 });
    const data = Array.from({ length: 20 }, () => ({ name: 'large answer '.repeat(10) }));
    const { status, body } = await send(small, 'tags', { action: 'create', data });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^data\[\d+\]: The answer is too large/)]);
    expect(await count('tags', `name like 'large answer%'`)).toBe(0);
    expect((await send(small, 'tags', { action: 'create', data }, '?fields=id')).status).toBe(200);
  });
});

describe('a bulk with atomic=false', () => {
  it('writes the items that can be written, and reports the others', async () => {
    const data = [
      { name: 'ok 1' },
      { name: 1 },
      { name: 'ok 2', email: 'p@bulk.io' },
      { name: 'no', email: 'p@bulk.io' },
    ];
    const { status, body } = await send(site, 'authors', { action: 'create', data }, '?atomic=false');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      expect.objectContaining({ name: 'ok 1' }),
      null,
      expect.objectContaining({ name: 'ok 2' }),
      null,
    ]);
    expect(body.meta.bulk).toMatchObject({
      succeeded: 2,
      failed: 2,
      errors: [
        { index: 1, status: 400, details: { errors: [{ path: ['data', '1', 'name'] }] } },
        { index: 3, status: 400, message: 'data[3]: This attribute must be unique' },
      ],
    });
    expect(await count('authors', `name like 'ok %'`)).toBe(2);
  });

  it('refuses the items whose documents do not fit into the answer', async () => {
    const small = await siteFor('*', { maxResponseBytes: 1_500 });
    const data = Array.from({ length: 10 }, () => ({ name: 'partial answer '.repeat(10) }));
    const { body } = await send(small, 'tags', { action: 'create', data }, '?atomic=false');
    const { succeeded, failed } = body.meta.bulk;
    expect([succeeded + failed, succeeded > 0, failed > 0]).toEqual([10, true, true]);
    expect(await count('tags', `name like 'partial answer%'`)).toBe(succeeded);
  });
});

describe('NDJSON', () => {
  it('has a line for each item of a partial bulk, and its counts at the end', async () => {
    const data = [{ name: 'line 1' }, { name: 2 }, { name: 'line 3' }];
    expect(await lines(site, 'tags', { action: 'create', data }, '?atomic=false')).toMatchObject([
      { index: 0, data: { name: 'line 1' } },
      { index: 1, data: null, error: { status: 400 } },
      { index: 2, data: { name: 'line 3' } },
      { meta: { bulk: { succeeded: 2, failed: 1 } } },
    ]);
  });

  it('has the progress of an atomic bulk before its documents', async () => {
    const data = Array.from({ length: 5 }, (_, weight) => ({ name: 'progress', weight }));
    const all = await lines(site, 'tags', { action: 'create', data });
    const progress = all.filter((line) => 'progress' in line);
    expect(progress.length).toBeGreaterThan(0);
    expect(all.slice(0, progress.length)).toEqual(progress);
    expect(all.slice(progress.length)).toMatchObject([
      ...data.map((item, index) => ({ index, data: item })),
      { meta: { bulk: { succeeded: 5, failed: 0 } } },
    ]);
  });

  it('ends with the error of an atomic bulk that was undone', async () => {
    const [documentId = ''] = await made('tags', [{ name: 'stays' }]);
    const data = [
      { documentId, name: 'gone' },
      { documentId: 'unknown', name: 'gone' },
    ];
    const all = await lines(site, 'tags', { action: 'update', data });
    expect(all.at(-1)).toMatchObject({ data: null, error: { status: 404, message: 'data[1]: Not Found' } });
    expect(all.some((line) => 'index' in line)).toBe(false);
    expect(await count('tags', `name = 'gone'`)).toBe(0);
  });

  it('is a plain error with its status where no item was begun', async () => {
    const headers = { accept: 'application/x-ndjson' };
    const { status, body } = await send(site, 'tags', { action: 'create', data: [{ nope: 1 }] }, '', { headers });
    expect([status, body.error.message]).toEqual([400, 'data[0]: Invalid key nope']);
  });
});

describe('rights', () => {
  const everything = ['find', 'findOne', 'findDraft', 'create', 'update', 'delete', 'publish'];

  it('a bulk needs its own right, and the right of its action', async () => {
    const [documentId = ''] = await made('tags', [{ name: 'guarded' }]);
    const without = await siteFor({ tag: everything });
    expect((await send(without, 'tags', { action: 'create', data: [{ name: 'forbidden' }] })).status).toBe(403);
    const creator = await siteFor({ tag: ['bulk', 'create'] });
    expect((await send(creator, 'tags', { action: 'create', data: [{ name: 'allowed' }] })).status).toBe(200);
    for (const action of ['update', 'delete']) {
      expect((await send(creator, 'tags', { action, data: [{ documentId }] })).status).toBe(403);
    }
    const articles = await siteFor({ article: ['bulk', 'create', 'update', 'delete', 'find', 'findDraft'] });
    expect((await send(articles, 'articles', { action: 'publish', data: [{ documentId }] })).status).toBe(403);
    expect([await count('tags', `name = 'forbidden'`), await count('tags', `name = 'guarded'`)]).toEqual([0, 1]);
  });

  it('the row rules hold for each item, before and after the write', async () => {
    const [mine = '', other = ''] = await made('tags', [{ name: 'mine' }, { name: 'theirs' }]);
    const rule = { name: { $startsWith: 'mine' } };
    const ruled = await siteFor({ tag: { actions: [...everything, 'bulk'], where: rule } });
    const update = (data: object[], query = '') => send(ruled, 'tags', { action: 'update', data }, query);
    expect(
      (
        await update([
          { documentId: mine, weight: 1 },
          { documentId: other, weight: 1 },
        ])
      ).body.error,
    ).toMatchObject({
      status: 404,
      message: 'data[1]: Not Found',
    });
    expect((await update([{ documentId: mine, name: 'leaves' }])).body.error).toMatchObject({ status: 403 });
    const partial = await update(
      [
        { documentId: other, weight: 2 },
        { documentId: mine, weight: 2 },
      ],
      '?atomic=false',
    );
    expect(partial.body.data).toMatchObject([null, { weight: 2 }]);
    const create = await send(ruled, 'tags', { action: 'create', data: [{ name: 'mine too' }, { name: 'not' }] });
    expect(create.body.error).toMatchObject({ status: 403, message: 'data[1]: Forbidden' });
    await send(ruled, 'tags', { action: 'delete', data: named([other, mine]) });
    expect([
      await count('tags', `document_id = '${other}' and weight is null`),
      await count('tags', `document_id = '${mine}'`),
      await count('tags', `name in ('mine too', 'not')`),
    ]).toEqual([1, 0, 0]);
  });

  it('attributes that the role may not write are refused, with the path of the item', async () => {
    const [documentId = ''] = await made('tags', [{ name: 'writable' }]);
    const limited = await siteFor({ tag: { actions: [...everything, 'bulk'], writable: ['weight'] } });
    const data = [
      { documentId, weight: 1 },
      { documentId, name: 'no' },
    ];
    const { body } = await send(limited, 'tags', { action: 'update', data });
    expect(body.error).toMatchObject({ status: 400, message: 'data[1]: Invalid key name', details: { key: 'name' } });
    expect(await count('tags', `document_id = '${documentId}' and weight is null`)).toBe(1);
  });
});

describe('passwords', () => {
  const items = (amount: number) =>
    Array.from({ length: amount }, (_, index) => ({ title: `p${index}`, pass: 'secret' }));
  const TOO_MANY = 'pass is one password too many: a request may set at most 10';

  it('of all items count together, because hashing is slow', async () => {
    const before = await count('articles');
    const atomic = await send(site, 'articles', { action: 'create', data: items(11) });
    expect([atomic.status, atomic.body.error.message]).toEqual([400, `data[10]: ${TOO_MANY}`]);
    expect(await count('articles')).toBe(before);

    const partial = await send(site, 'articles', { action: 'create', data: items(12) }, '?atomic=false');
    expect(partial.body.meta.bulk).toMatchObject({ succeeded: 10, failed: 2 });
    const ids = partial.body.data.flatMap((one: { documentId: string } | null) => one?.documentId ?? []);
    const data = [...ids, ids[0]].map((documentId: string) => ({ documentId, pass: 'secret' }));
    const updated = await send(site, 'articles', { action: 'update', data });
    expect([updated.status, updated.body.error.message]).toEqual([400, `data[10]: ${TOO_MANY}`]);
  });
});

describe('the time of a request', () => {
  const LATE =
    /^(data\[\d\]: )?The bulk request took longer than \d+ ms \(api\.rest\.bulkTimeoutMs\); send fewer items$/;

  it('is limited for all items of an atomic bulk together, which is undone beyond it', async () => {
    const quick = await siteFor('*', { bulkTimeoutMs: 300 });
    const [free = '', locked = ''] = await made('tags', [{ name: 'free' }, { name: 'locked' }]);
    await test.rows('begin');
    try {
      await test.rows(`select 1 from cg_documents where id = $1 for update`, [locked]);
      const data = [free, locked].map((documentId) => ({ documentId, name: 'late' }));
      const { status, body } = await send(quick, 'tags', { action: 'update', data });
      expect([status, body.error.message]).toEqual([503, expect.stringMatching(LATE)]);
    } finally {
      await test.rows('rollback');
    }
    expect(await count('tags', `name = 'late'`)).toBe(0);
  });

  it('is limited for the items of a partial bulk, which are not tried beyond it', async () => {
    const quick = await siteFor('*', { bulkTimeoutMs: 1 });
    const data = Array.from({ length: 50 }, () => ({ name: 'in time' }));
    const { status, body } = await send(quick, 'tags', { action: 'create', data }, '?atomic=false');
    const { succeeded, failed, errors } = body.meta.bulk;
    expect([status, succeeded + failed, await count('tags', `name = 'in time'`)]).toEqual([200, 50, succeeded]);
    expect(errors[0]).toMatchObject({ status: 503, message: expect.stringMatching(LATE) });
  });

  it('is limited for each item of a partial bulk, also while it waits for a lock', async () => {
    const quick = await siteFor('*', { bulkTimeoutMs: 300 });
    const ids = await made('tags', [{ name: 'held' }, { name: 'behind it' }]);
    await test.rows('begin');
    try {
      await test.rows(`select 1 from cg_documents where id = $1 for update`, [ids[0]]);
      const data = ids.map((documentId) => ({ documentId, name: 'too late' }));
      const { status, body } = await send(quick, 'tags', { action: 'update', data }, '?atomic=false');
      expect([status, body.data]).toEqual([200, [null, null]]);
      expect(body.meta.bulk.errors[0]).toMatchObject({ status: 503, message: expect.stringMatching(LATE) });
    } finally {
      await test.rows('rollback');
    }
    expect(await count('tags', `name = 'too late'`)).toBe(0);
  });
});

describe('a wrong request', () => {
  it.each([
    ['without a body', undefined, ''],
    ['with a list as body', [], ''],
    ['without an action', { data: [] }, ''],
    ['with an unknown action', { action: 'find', data: [] }, ''],
    ['with the action of a type with drafts', { action: 'publish', data: [] }, ''],
    ['without data', { action: 'create' }, ''],
    ['with an object as data', { action: 'create', data: { name: 'a' } }, ''],
    ['with another key', { action: 'create', data: [], atomic: false }, ''],
    ['with an update without an id', { action: 'update', data: [{ name: 'a' }] }, ''],
    ['with an id that is a number', { action: 'update', data: [{ documentId: 7 }] }, ''],
    ['with an id that cannot be stored', { action: 'delete', data: [{ documentId: 'a\0b' }] }, ''],
    ['with values beside the id of a delete', { action: 'delete', data: [{ documentId: 'a', name: 'b' }] }, ''],
    ['with another value of atomic', { action: 'create', data: [] }, '?atomic=maybe'],
    ['with two values of atomic', { action: 'create', data: [] }, '?atomic=true&atomic=false'],
    ['with a value that cannot be stored', { action: 'create', data: [{ name: 'a\0b' }] }, ''],
  ])('%s is a 400', async (_, body, query) => {
    const { status, body: answer } = await send(site, 'tags', body, query);
    expect([status, answer.data]).toEqual([400, null]);
  });

  it('with If-Match is a 400, because the header names one document', async () => {
    const headers = { 'if-match': '"1"' };
    expect((await send(site, 'tags', { action: 'create', data: [] }, '', { headers })).status).toBe(400);
  });

  it('with another method is a 405', async () => {
    const { status, headers } = await site.request('PUT', '/api/tags/actions/bulk', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('with any items is never an error of the server', async () => {
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record({ documentId: fc.oneof(fc.string(), fc.jsonValue()), name: fc.jsonValue() }, { requiredKeys: [] }),
    );
    const requests = fc.record({
      action: fc.constantFrom('create', 'update', 'delete', 'publish', 'unpublish', 'discard', 'find'),
      data: fc.array(item, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom('', '?atomic=false'), async (body, query) => {
        const { status, body: answer } = await send(site, 'articles', body, query);
        expect(status).toBeLessThan(500);
        for (const error of answer.meta?.bulk.errors ?? []) expect(error.status).toBeLessThan(500);
      }),
      { numRuns: times(60) },
    );
  });
});
