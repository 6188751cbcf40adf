/** Publishing a document, or discarding its draft, also changes the documents on the other side of its relations. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Permissions, TypePermission } from '../../src/content/settings.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';
import type { Reply } from '../harness/request.js';
import { type Site, openSite } from '../harness/site.js';

let test: TestDatabase;
/** May do everything. */
let admin: Site;
beforeAll(async () => {
  test = await createTestDatabase(desk);
  admin = await siteFor('*');
});
afterAll(() => test.close());
beforeEach(() => test.rows(`delete from cg_documents where type in ('book', 'reader')`));

const find = ['find', 'findOne', 'findDraft'];
const everything = [...find, 'create', 'update', 'delete', 'publish'];
const mine = { name: { $startsWith: 'mine' } };

function siteFor(types: Permissions[string]): Promise<Site> {
  return openSite(desk, { test, settings: { permissions: { public: types } } });
}

async function made(plural: string, data: object): Promise<string> {
  const { status, body } = await admin.request('POST', `/api/${plural}`, { body: { data } });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.documentId;
}

async function drafted(plural: string, id: string, data: object): Promise<void> {
  const { status } = await admin.request('PUT', `/api/${plural}/${id}?status=draft`, { body: { data } });
  expect(status).toBe(200);
}

const act = (site: Site, plural: string, id: string, action: string): Promise<Reply> =>
  site.request('POST', `/api/${plural}/${id}/actions/${action}`);

/** The reader of every version of a book that an attribute names. */
const stored = (column: 'cover' | 'shelf') =>
  test.rows(
    `select b.name, b.cg_status as status, r.name as reader from books b left join readers r on r.document_id = b.${column} and r.cg_status = 'published' order by 1, 2`,
  );

/** A book outside the row rules gave its cover away in its draft, or took one there. */
describe('the target of a one-to-one relation', () => {
  const ruled = { actions: everything, whereTo: { update: mine, publish: mine } };

  it('is not taken from a document outside the row rules by publishing', async () => {
    const site = await siteFor({ book: ruled, reader: everything });
    const reader = await made('readers', { name: 'r' });
    const theirs = await made('books', { name: 'theirs', cover: reader });
    const own = await made('books', { name: 'mine' });
    await drafted('books', theirs, { cover: null });
    await drafted('books', own, { cover: reader });
    const before = await stored('cover');
    expect((await act(site, 'books', own, 'publish')).status).toBe(400);
    expect(await stored('cover')).toEqual(before);
    expect((await act(admin, 'books', own, 'publish')).status).toBe(200);
    expect(await stored('cover')).not.toEqual(before);
  });

  it('is not taken from a draft outside the row rules by discarding', async () => {
    const site = await siteFor({ book: ruled, reader: everything });
    const reader = await made('readers', { name: 'r' });
    const own = await made('books', { name: 'mine', cover: reader });
    const theirs = await made('books', { name: 'theirs' });
    await drafted('books', own, { cover: null });
    await drafted('books', theirs, { cover: reader });
    const before = await stored('cover');
    expect((await act(site, 'books', own, 'discard')).status).toBe(400);
    expect(await stored('cover')).toEqual(before);
    expect((await act(admin, 'books', own, 'discard')).status).toBe(200);
    expect(await stored('cover')).not.toEqual(before);
  });
});

describe('a list that the other side stores', () => {
  const rights: [string, TypePermission, number][] = [
    ['may only read the owners', find, 403],
    ['may publish other owners', { actions: [...find, 'publish'], where: { name: { $ne: 'theirs' } } }, 403],
    ['may update other owners', { actions: [...find, 'update'], whereTo: { update: mine } }, 403],
    ['may publish the owners', [...find, 'publish'], 200],
    ['may update the owners', [...find, 'update'], 200],
  ];

  describe.each(rights)('of a caller who %s', (_who, book, status) => {
    it.each(['books', 'shelved', 'covered'])(`is published with a ${status}: %s`, async (name) => {
      const site = await siteFor({ book, reader: everything });
      const reader = await made('readers', { name: 'r' });
      const theirs = await made('books', { name: 'theirs' });
      await drafted('readers', reader, { [name]: name === 'covered' ? theirs : [theirs] });
      expect((await act(site, 'readers', reader, 'publish')).status).toBe(status);
      const put = await site.request('PUT', `/api/readers/${reader}`, { body: { data: { name: 'renamed' } } });
      expect(put.status).toBe(status);
    });

    it(`is discarded with a ${status}`, async () => {
      const site = await siteFor({ book, reader: everything });
      const theirs = await made('books', { name: 'theirs' });
      const reader = await made('readers', { name: 'r', shelved: [theirs] });
      await drafted('readers', reader, { shelved: [] });
      const before = await stored('shelf');
      expect((await act(site, 'readers', reader, 'discard')).status).toBe(status);
      if (status === 403) expect(await stored('shelf')).toEqual(before);
      else expect(await stored('shelf')).not.toEqual(before);
    });
  });

  it('does not keep a caller from publishing where no owner changes', async () => {
    const site = await siteFor({ book: find, reader: everything });
    const theirs = await made('books', { name: 'theirs' });
    const reader = await made('readers', { name: 'r', books: [theirs], shelved: [theirs] });
    await drafted('readers', reader, { name: 'other name' });
    expect((await act(site, 'readers', reader, 'publish')).status).toBe(200);
  });
});

describe('a document', () => {
  it('is not published out of the row rules, whose relations lead to published versions then', async () => {
    const publish = { shelf: { name: { $startsWith: 'open' } } };
    const site = await siteFor({ book: { actions: everything, whereTo: { publish } }, reader: everything });
    const reader = await made('readers', { name: 'closed' });
    await drafted('readers', reader, { name: 'open' });
    const { body } = await admin.request('POST', '/api/books?status=draft', {
      body: { data: { name: 'b', shelf: reader } },
    });
    expect((await act(site, 'books', body.data.documentId, 'publish')).status).toBe(403);
    expect(await stored('shelf')).toEqual([{ name: 'b', status: 'draft', reader: 'closed' }]);
    expect((await act(admin, 'readers', reader, 'publish')).status).toBe(200);
    expect((await act(site, 'books', body.data.documentId, 'publish')).status).toBe(200);
  });
});
