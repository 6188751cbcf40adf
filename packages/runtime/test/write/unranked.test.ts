import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

/** Servers of a former release write links without a place in the list of the other side. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const NAMES = ['first', 'second', 'third'];

async function shown(type: string, id: string): Promise<readonly string[]> {
  const { articles } = await desk.get(type, id, 'populate[articles][fields]=title');
  return articles.map(({ title }: { title: string }) => title);
}

async function categoryOf(name: string): Promise<string> {
  const { documentId } = await desk.post('category', { name });
  for (const title of NAMES) await desk.post('article', { title, categories: [documentId] });
  const old = `select a.id from articles a where a.title <> 'first'`;
  await desk.rows(`update articles_categories set inverse_rank = null where target_id = $1 and source_id in (${old})`, [
    documentId,
  ]);
  return documentId;
}

it('a new entry goes behind entries without a rank, which keep their order', async () => {
  const category = await categoryOf('Lists');
  expect(await shown('category', category)).toEqual(NAMES);
  await desk.post('article', { title: 'fourth', categories: [category] });
  expect(await shown('category', category)).toEqual([...NAMES, 'fourth']);

  const countOf = async (id: string) => {
    desk.statements();
    await desk.post('article', { title: 'counted', categories: [id] });
    return desk.statements().length;
  };
  const { documentId: other } = await desk.post('category', { name: 'Without such entries' });
  expect(await countOf(category)).toBe(await countOf(other));
});

it('so does an entry that the other side connects, also before one of them', async () => {
  const category = await categoryOf('Other side');
  const { documentId } = await desk.post('article', { title: 'fourth' });
  await desk.put('category', category, { articles: { connect: [documentId] } });
  expect(await shown('category', category)).toEqual([...NAMES, 'fourth']);

  const again = await categoryOf('Anchored');
  const [last] = await desk.rows<{ id: string }>(
    `select a.document_id as id from articles a join articles_categories l on l.source_id = a.id where l.target_id = $1 and a.title = 'third'`,
    [again],
  );
  await desk.put('category', again, { articles: { connect: [{ documentId, position: { before: last!.id } }] } });
  expect(await shown('category', again)).toEqual(['first', 'second', 'fourth', 'third']);
});

it('so does an entry of a list whose owners have a column', async () => {
  const { documentId } = await desk.post('author', { name: 'Author' });
  for (const title of NAMES) await desk.post('article', { title, author: documentId });
  const [rank] = await desk.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'articles' and column_name like '%author%rank%'`,
  );
  await desk.rows(`update articles set ${rank!.name} = null where author = $1 and title <> 'first'`, [documentId]);
  await desk.post('article', { title: 'fourth', author: documentId });
  expect(await shown('author', documentId)).toEqual([...NAMES, 'fourth']);
});

it('a list whose owners are being written gets its ranks later', async () => {
  const category = await categoryOf('Busy');
  const { documentId } = await desk.post('article', { title: 'fourth' });
  const busy = await desk.rows<{ id: string }>(
    `select distinct a.document_id as id from articles a join articles_categories l on l.source_id = a.id where l.target_id = $1 and a.title = 'third'`,
    [category],
  );
  await desk.content.database.transaction(async (executor) => {
    await executor.rows('select 1 from cg_documents where id = $1::text for no key update', [busy[0]!.id]);
    await desk.put('category', category, { articles: { connect: [documentId] } });
  });
  expect(await shown('category', category)).toEqual(['first', 'fourth', 'second', 'third']);
  await desk.post('article', { title: 'fifth', categories: [category] });
  expect(await shown('category', category)).toEqual(['first', 'fourth', 'second', 'third', 'fifth']);
});
