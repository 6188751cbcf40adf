/** What REST cannot show: writes from code, and values that only code has. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { type DeskDocuments, openDocuments } from './desk.js';

let desk: DeskDocuments;
beforeAll(async () => {
  desk = await openDocuments();
});
afterAll(() => desk.close());

const system = () => desk.content.asSystem();

it('a document is created, changed, published, read and deleted', async () => {
  const { articles, authors } = system();
  const author = await authors.create({ data: { name: 'Ines' } });
  const { data } = await articles.create({
    data: { title: 'One', author: author.data.documentId, views: 5 },
    status: 'draft',
    fields: ['title'],
    populate: { author: { fields: ['name'] } },
  });
  expect(data).toEqual({
    id: expect.any(Number),
    documentId: expect.any(String),
    title: 'One',
    author: { id: expect.any(Number), documentId: author.data.documentId, name: 'Ines' },
  });
  const id = data.documentId;
  expect(await articles.findFirst({ filters: { documentId: id } })).toEqual({ data: null, meta: {} });
  expect((await articles.publish(id)).data.publishedAt).toEqual(expect.any(String));
  expect((await articles.update(id, { data: { title: 'Two' }, status: 'draft' })).data.title).toBe('Two');
  expect((await articles.discard(id)).data.title).toBe('One');
  expect((await articles.findOne(id)).data.title).toBe('One');
  expect((await articles.findFirst({ sort: 'title' })).data?.views).toBe('5');
  expect((await articles.unpublish(id)).data.publishedAt).toBeNull();
  expect([await articles.count(), await articles.count({ status: 'draft' })]).toEqual([0, 1]);
  await articles.delete(id);
  await articles.delete(id);
  expect(await articles.count({ status: 'draft' })).toBe(0);
  await expect(articles.findOne(id)).rejects.toMatchObject({ status: 404 });
});

it('a single type has the same calls without an id', async () => {
  const { homepage } = system();
  await expect(homepage.find()).rejects.toMatchObject({ status: 404 });
  expect((await homepage.update({ data: { headline: 'Hello' } })).data.headline).toBe('Hello');
  expect((await homepage.unpublish()).data.publishedAt).toBeNull();
  await homepage.publish();
  expect((await homepage.find({ fields: ['headline'] })).data).toEqual({
    id: expect.any(Number),
    documentId: expect.any(String),
    headline: 'Hello',
  });
  await homepage.delete({ locale: '*' });
  await expect(homepage.find()).rejects.toMatchObject({ status: 404 });
});

it('a count does not depend on the length of a page', async () => {
  const { tags } = system();
  for (let weight = 0; weight < 30; weight++) await tags.create({ data: { name: `n${weight}`, weight } });
  expect([await tags.count(), await tags.count({ filters: { weight: { $lt: 7 } } })]).toEqual([30, 7]);
});

it('dates, numbers and booleans of code mean what their text means', async () => {
  const { articles } = system();
  const startsAt = new Date('2030-01-01T00:00:00Z');
  await articles.create({ data: { title: 'dated', startsAt, isFeatured: true, rating: 4 } });
  const filters = { startsAt: { $gte: startsAt }, isFeatured: true, rating: { $between: [3, 5] } } as const;
  expect((await articles.find({ filters })).data.map(({ title }) => title)).toEqual(['dated']);
});

it('the tag of a document refuses a write to a later state with a 412', async () => {
  const { homepage, tags } = system();
  const { data, etag } = await tags.create({ data: { name: 'held' } });
  const first = await tags.findOne(data.documentId, { fields: [] });
  expect(first.etag).toBe(etag);
  const second = await tags.update(data.documentId, { data: { weight: 1 }, ifMatch: etag });
  const stale = tags.update(data.documentId, { data: { weight: 2 }, ifMatch: etag });
  await expect(stale).rejects.toMatchObject({ status: 412, name: 'PreconditionFailedError' });
  await expect(tags.delete(data.documentId, { ifMatch: etag })).rejects.toMatchObject({ status: 412 });
  await tags.delete(data.documentId, { ifMatch: second.etag });
  const page = await homepage.update({ data: { headline: 'Tagged' } });
  expect((await homepage.find()).etag).toBe(page.etag);
  const published = await homepage.publish({ ifMatch: page.etag });
  await homepage.delete({ ifMatch: published.etag });
});

it('a document that was read can be written again: it has what its type names, and nothing else', async () => {
  const documented = await openDocuments({ responses: 'documented' });
  onTestFinished(() => documented.close());
  const { articles, tags } = documented.content.asSystem();
  const tag = await tags.create({ data: { name: 'copied', weight: 7 } });
  const read = await tags.find({ filters: { documentId: tag.data.documentId }, fields: ['name', 'weight'] });
  const { id: _id, documentId: _documentId, ...values } = read.data[0]!;
  const copy = await tags.create({ data: values, fields: ['name', 'weight'] });
  expect({ ...copy.data, documentId: '' }).toEqual({ ...values, documentId: '' });
  const made = await articles.create({
    data: { title: 'parts', sections: [{ heading: 'a' }], seo: { metaTitle: 'b' } },
    fields: ['title'],
    populate: { sections: { fields: ['heading'] }, seo: { fields: ['metaTitle'] } },
  });
  const { title, sections, seo } = made.data;
  expect({ title, sections, seo }).toEqual({
    title: 'parts',
    sections: [{ id: expect.any(Number), heading: 'a' }],
    seo: { id: expect.any(Number), metaTitle: 'b' },
  });
  const written = await articles.update(made.data.documentId, { data: { title, sections, seo } });
  expect(Object.keys(written.data)).not.toContain('meta');
});

/** Programs without types, or with optional values. */
const untyped = () => system() as unknown as Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

it.each([
  ['undefined in a condition', { filters: { author: undefined } }, 'filters.author'],
  ['undefined below a relation', { filters: { $or: [{ author: { name: undefined } }] } }, 'filters.$or.0.author.name'],
  [
    'undefined in filters below populate',
    { populate: { author: { filters: { name: undefined } } } },
    'populate.author.filters.name',
  ],
  ['null', { filters: { title: { $eq: null } } }, 'filters.title.$eq'],
  ['a function', { sort: () => 'title' }, 'sort'],
  ['a map', { filters: new Map([['title', 'x']]) }, 'filters'],
  ['a null character', { filters: { title: 'a\0b' } }, 'filters.title'],
  ['a list that is too long', { filters: { id: { $in: Array(1001).fill(1) } } }, 'filters.id.$in'],
])('%s is a 400 that names the place', async (_, query, path) => {
  await expect(untyped()['articles']!['find']!(query)).rejects.toMatchObject({ status: 400, details: { path } });
});

const ELEVEN = 'title slug rating price views score isFeatured publishedOn startsAt opensAt kind'.split(' ');

it.each([
  ['a list', { sort: ELEVEN }],
  ['text', { sort: ELEVEN.join(',') }],
  ['a list of objects', { sort: ELEVEN.map((key) => ({ [key]: 'asc' })) }],
  ['below populate', { populate: { related: { sort: ELEVEN } } }],
])('a sort with eleven keys is a 400 in code, too: %s', async (_, query) => {
  await expect(untyped()['articles']!['find']!(query)).rejects.toMatchObject({ message: 'A sort has at most 10 keys' });
});

it('a parameter that is undefined counts as absent, an unknown one is a 400', async () => {
  await untyped()['articles']!['find']!({ filters: undefined, populate: undefined });
  await expect(untyped()['articles']!['find']!({ filter: {} })).rejects.toMatchObject({ status: 400 });
});

it('data that is undefined is not written, and wrong data is a 400', async () => {
  const tags = untyped()['tags']!;
  const { data } = (await tags['create']!({ data: { name: 'kept', weight: undefined } })) as { data: { name: string } };
  expect(data.name).toBe('kept');
  for (const query of [{}, { data: { name: 5 } }, { data: { nope: 1 } }]) {
    await expect(tags['create']!(query)).rejects.toMatchObject({ status: 400, name: 'ValidationError' });
  }
});

it.each([undefined, null, 5, {}, ['x'], 'a\0b'])('the id %j is a 400, and concerns no other document', async (id) => {
  const { articles } = system();
  const { documentId } = (await articles.create({ data: { title: 'Kept' } })).data;
  const count = await articles.count();
  const isRefused = { status: 400, name: 'ValidationError', message: 'documentId must be the id of a document' };
  for (const call of ['findOne', 'update', 'delete', 'publish', 'unpublish', 'discard']) {
    const asked = untyped()['articles']![call]! as (id: unknown, query: object) => Promise<unknown>;
    await expect(asked(id, call === 'update' ? { data: { title: 'Changed' } } : {}), call).rejects.toMatchObject(
      isRefused,
    );
  }
  expect((await articles.findOne(documentId)).data.title).toBe('Kept');
  expect(await articles.count()).toBe(count);
});

it('a role has its own rights, and an unknown one is an error that names the roles', async () => {
  await expect(desk.content.asRole('public').articles.find()).rejects.toMatchObject({ status: 403 });
  const asRole = desk.content.asRole as (role: string) => unknown;
  expect(() => asRole('editor')).toThrow('There is no role "editor". The roles are public, authenticated');
});

it('a bulk in code may set any number of passwords', async () => {
  const data = Array.from({ length: 11 }, (_, index) => ({ title: `Secret ${index}`, pass: 'secret' }));
  expect((await system().articles.bulk({ action: 'create', data })).data).toHaveLength(11);
});

it('many documents are written by one call, also inside a transaction', async () => {
  const { tags } = system();
  const { data, meta } = await tags.bulk({ action: 'create', data: [{ name: 'x' }, { name: 'y' }], fields: ['name'] });
  expect([data.map((tag) => tag?.name), meta.bulk.succeeded]).toEqual([['x', 'y'], 2]);
  const ids = data.map((tag) => ({ documentId: tag?.documentId ?? '' }));
  const partial = await tags.bulk({ action: 'update', data: [{ documentId: 'gone', name: 'z' }], atomic: false });
  expect([partial.data, partial.meta.bulk.errors]).toMatchObject([[null], [{ index: 0, status: 404 }]]);
  await expect(
    desk.content.transaction(async (tx) => {
      await tx.asSystem().tags.bulk({ action: 'delete', data: ids });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await tags.count({ filters: { name: { $in: ['x', 'y'] } } })).toBe(2);
  await expect(
    desk.content.transaction((tx) => tx.asSystem().tags.bulk({ action: 'delete', data: ids, atomic: false })),
  ).rejects.toMatchObject({ status: 400 });
  await tags.bulk({ action: 'delete', data: ids });
  expect(await tags.count({ filters: { name: { $in: ['x', 'y'] } } })).toBe(0);
});
