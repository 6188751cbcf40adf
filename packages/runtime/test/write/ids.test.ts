import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Scope } from '../../src/content/content.js';
import { create } from '../../src/write/index.js';
import { FULL, type Site, openSite } from '../access/site.js';
import { createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
import { register } from '../harness/people.js';
import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const lastId = async () =>
  (await desk.rows<{ n: string }>(`select last_value::text as n from ${await sequenceOf('articles')}`))[0]?.n;

async function sequenceOf(table: string): Promise<string> {
  const [row] = await desk.rows<{ name: string }>(`select pg_get_serial_sequence($1, 'id') as name`, [table]);
  return row?.name ?? '';
}

describe('row ids', () => {
  it('are taken by new rows alone, not by writes of a published document', async () => {
    const { documentId } = await desk.post('article', { title: 'one', slug: 'ids' });
    const before = await lastId();
    for (const title of ['two', 'three']) await desk.put('article', documentId, { title });
    await desk.put('article', documentId, { title: 'draft' }, 'status=draft');
    await desk.act('article', documentId, 'publish');
    await desk.act('article', documentId, 'discard');
    expect(await lastId()).toBe(before);
    expect((await desk.get('article', documentId))['title']).toBe('draft');
  });

  it('have 64 bits in every table', async () => {
    const narrow = await desk.rows(
      `select table_name from information_schema.columns
       where table_schema = 'public' and data_type <> 'bigint' and (is_identity = 'YES' or column_name = 'source_id')`,
    );
    expect(narrow).toEqual([]);
  });
});

describe('a table without ids for new rows', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({}, await createTestDatabase(conformance));
    await site.test.rows(
      `alter table tags alter column id set maxvalue 9007199254740991 restart with 9007199254740991`,
    );
  });
  afterAll(() => site.test.close());

  it('takes the last one, and then answers that the operator has to act', async () => {
    const post = (name: string) => site.request('POST', '/api/tags', { token: FULL, body: { data: { name } } });
    const last = await post('last');
    expect(last.status).toBe(201);
    expect(await site.test.rows('select max(id)::text as id from tags')).toEqual([{ id: '9007199254740991' }]);
    const refused = await post('one too many');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.body.error.message).toContain('no more ids');
    const update = { data: { name: 'changed' } };
    const changed = await site.request('PUT', `/api/tags/${last.body.data.documentId}`, { token: FULL, body: update });
    expect(changed.status).toBe(200);
  });
});

describe('a request to create that is repeated with its Idempotency-Key', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ permissions: { public: { tag: '*', auth: '*' }, authenticated: { tag: '*' } } });
  });
  afterAll(() => site.close());
  const post = (key: string, name: string, token?: string) =>
    site.request('POST', '/api/tags', {
      ...(token === undefined ? {} : { token }),
      headers: { 'idempotency-key': key },
      body: { data: { name } },
    });
  const count = async (name: string) =>
    (await site.test.rows<{ n: number }>('select count(*)::int as n from tags where name = $1', [name]))[0]?.n;

  it('creates one document, also at the same time, and answers with it as it is now', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('one', 'Once', FULL)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const [id, ...others] = new Set(answers.map(({ body }) => body.data.documentId));
    expect(others).toEqual([]);
    expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
    expect(await count('Once')).toBe(1);
    await site.request('PUT', `/api/tags/${id}`, { token: FULL, body: { data: { name: 'Changed' } } });
    expect((await post('one', 'Once', FULL)).body.data).toMatchObject({ documentId: id, name: 'Changed' });
    expect((await post('another', 'Once', FULL)).body.data.documentId).not.toBe(id);
  });

  it('creates the document after an attempt that was refused', async () => {
    const refused = await site.request('POST', '/api/tags', {
      token: FULL,
      headers: { 'idempotency-key': 'refused' },
      body: { data: { name: 5 } },
    });
    expect(refused.status).toBe(400);
    expect((await post('refused', 'Mended', FULL)).body.data).toMatchObject({ name: 'Mended' });
  });

  it('never answers with a document of another caller', async () => {
    const [first, second] = [await register(site, 'first'), await register(site, 'second')];
    const ids = await Promise.all(
      [first.token, second.token, FULL, undefined, undefined].map(async (token) => {
        const { status, body } = await post('shared', 'Shared', token);
        expect(status).toBe(201);
        return body.data.documentId;
      }),
    );
    expect(new Set(ids).size).toBe(5);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is a 400 with a key such as %j', async (key) => {
    const scope: Scope = { content: desk.content, caller, requestId: 'test' };
    const model = desk.content.models.get('category')!;
    const answer = create(scope, model, { data: { name: 'a' } }, { text: '', idempotencyKey: key });
    await expect(answer).rejects.toMatchObject({ status: 400 });
  });
});

const caller: Scope['caller'] = { kind: 'token', id: 'test', name: 'test', may: () => true };
