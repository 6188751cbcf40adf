import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  // A connection for each of 16 writers, so that the pool takes none back for the sake of others.
  desk = await openDesk({ connections: 32 });
});
afterAll(() => desk.close());

const sixteen = Array.from({ length: 16 }, (_, index) => index);

/** Everything at once; errors are values. */
function together<T>(work: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(sixteen.map(work));
}

const reasons = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { status: number; message: string }] : [],
  );

const notUnique = { status: 400, message: 'This attribute must be unique' };

it.each([
  ['author', { name: 'n', email: 'one@x.io' }],
  [
    'strict-item',
    { name: 'abc', parts: [{ heading: 'h' }], zone: [{ __component: 'blocks.quote', text: 't' }], txt: 'one text' },
  ],
  [
    'strict-item',
    {
      name: 'abc',
      parts: [{ heading: 'h' }],
      zone: [{ __component: 'blocks.quote', text: 't' }],
      codes: [{ value: 'c' }],
    },
  ],
])('one of 16 %ss with the same unique value is created', async (type, data) => {
  const results = await together(() => desk.post(type, data));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const reason of reasons(results)) expect(reason).toMatchObject(notUnique);
});

it('16 first writes of a single type make one document', async () => {
  const results = await together((index) => desk.putSingle('homepage', { headline: `h${index}` }));
  expect(reasons(results)).toEqual([]);
  const rows = await desk.rows<{ status: string; version: number }>(
    'select cg_status as status, cg_version as version from homepages',
  );
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['draft', 'published']);
  expect(rows.map(({ version }) => version)).toEqual([16, 16]);
  expect(await desk.rows(`select 1 from cg_documents where type = 'homepage'`)).toHaveLength(1);
});

it('16 writes that create a locale make one version', async () => {
  const { documentId } = await desk.post('article', { title: 'a', slug: 'locale-race' });
  const results = await together((index) => desk.put('article', documentId, { title: `f${index}` }, 'locale=fr'));
  expect(reasons(results)).toEqual([]);
  const rows = await desk.rows('select locale, cg_status as status from articles where document_id = $1', [documentId]);
  expect(rows).toHaveLength(4);
});

it('a list keeps all of 16 entries that are connected at once', async () => {
  const tags = await Promise.all(sixteen.map((index) => desk.post('tag', { name: `t${index}` })));
  const { documentId } = await desk.post('tag', { name: 'x' });
  const results = await together((index) =>
    desk.put('tag', documentId, {
      buddies: { connect: [{ documentId: tags[index]!.documentId, position: { start: true } }] },
    }),
  );
  expect(reasons(results)).toEqual([]);
  const { buddies } = await desk.get('tag', documentId, 'populate=buddies');
  expect(buddies.map((one: { documentId: string }) => one.documentId).toSorted()).toEqual(
    tags.map((one) => one.documentId).toSorted(),
  );
});

it('16 owners that enter a list at once get distinct ranks', async () => {
  const category = await desk.post('category', { name: 'popular' });
  const author = await desk.post('author', { name: 'popular' });
  const results = await together((index) =>
    desk.post('article', { title: `a${index}`, categories: [category.documentId], author: author.documentId }),
  );
  expect(reasons(results)).toEqual([]);
  const places = await desk.rows<{ inverse_rank: string }>(
    `select distinct inverse_rank from articles_categories where target_id = $1`,
    [category.documentId],
  );
  expect(places).toHaveLength(16);
  const ranks = await desk.rows('select distinct cg_author_rank from articles where author = $1', [author.documentId]);
  expect(ranks).toHaveLength(16);
});

it('a list that is written from both sides at once loses nothing', async () => {
  const books = await Promise.all(sixteen.map(() => desk.post('book', {})));
  const readers = await Promise.all(sixteen.map(() => desk.post('reader', {})));
  const results = await together((index) => {
    const id = (list: readonly { documentId: string }[], at: number) => list[at % 16]!.documentId;
    return index % 2 === 0
      ? desk.put('book', id(books, index), { readers: { connect: [id(readers, index), id(readers, index + 1)] } })
      : desk.put('reader', id(readers, index), { books: { connect: [id(books, index), id(books, index + 2)] } });
  });
  expect(reasons(results)).toEqual([]);
  const links = await desk.rows<{ status: string; count: string }>(
    'select o.cg_status as status, count(*) from books_readers l join books o on o.id = l.source_id group by 1',
  );
  expect(links.map(({ count }) => Number(count))).toEqual([32, 32]);
});

it('one of 16 owners gets a one-to-one target', async () => {
  const profile = await desk.post('profile', { nickname: 'p' });
  const authors = await Promise.all(sixteen.map((index) => desk.post('author', { name: `o${index}` })));
  const results = await together((index) =>
    desk.put('author', authors[index]!.documentId, { profile: profile.documentId }),
  );
  expect(reasons(results)).toEqual([]);
  expect(await desk.rows('select 1 from authors where profile = $1', [profile.documentId])).toHaveLength(1);
});

it('a document that is published and deleted at once is whole or gone', async () => {
  const category = await desk.post('category', { name: 'kept' });
  for (let round = 0; round < 5; round++) {
    const { documentId } = await desk.post(
      'article',
      { title: 't', categories: [category.documentId] },
      'status=draft',
    );
    const results = await together((index) =>
      index % 2 === 0
        ? desk.put('article', documentId, { rating: 1 }).then(() => undefined)
        : desk.del('article', documentId),
    );
    for (const reason of reasons(results)) expect(reason).toMatchObject({ status: 404 });
    expect(await desk.rows('select 1 from articles where document_id = $1', [documentId])).toEqual([]);
    expect(await desk.rows('select 1 from cg_documents where id = $1', [documentId])).toEqual([]);
  }
  expect(await desk.rows('select 1 from articles_categories where target_id = $1', [category.documentId])).toEqual([]);
});

it('all but one of the writers with the same If-Match get a 412', async () => {
  const { documentId } = await desk.post('tag', { name: 'etag' });
  const results = await together((index) => desk.put('tag', documentId, { name: `n${index}` }, '', '"1-abc"'));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const reason of reasons(results)) expect(reason).toMatchObject({ status: 412, name: 'PreconditionFailedError' });
});

it('a crowded list gets new ranks only when no other write holds one of its owners, whose links it could miss', async () => {
  const reader = (await desk.post('reader', {})).documentId;
  const books: string[] = [];
  for (let n = 0; n < 5; n++) books.push((await desk.post('book', { readers: [reader] })).documentId);
  const [a, b, c] = books;
  await desk.rows(
    `update books_readers l set inverse_rank = '50' || repeat('1', 62) || inverse_rank where target_id = $1`,
    [reader],
  );
  const longest = async () => {
    const [row] = await desk.rows<{ max: number }>(
      'select max(length(inverse_rank)) from books_readers where target_id = $1',
      [reader],
    );
    return row?.max;
  };
  const put = (id: unknown, after: unknown) =>
    desk.put('reader', reader, { books: { connect: [{ documentId: id, position: { after } }] } });
  const other = postgres(desk.url, { max: 1 });
  await other.begin(async (tx) => {
    await tx`select 1 from cg_documents where id = ${c!} for no key update`;
    await put(a, b);
    expect(await longest()).toBeGreaterThan(64);
  });
  await other.end();
  await put(b, a);
  expect(await longest()).toBeLessThan(64);
  const shown = (await desk.get('reader', reader, 'populate=books'))['books'] as { documentId: string }[];
  expect(shown.map(({ documentId }) => documentId)).toEqual([a, b, ...books.slice(2)]);
});
