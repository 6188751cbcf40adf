import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FULL, type Site, openSite } from '../access/site.js';
import { createTestDatabase } from '../harness/database.js';
import { conformance } from '../harness/fixtures/conformance.js';
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
