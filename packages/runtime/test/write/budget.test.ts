import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { keysBetween } from '../../src/order/rank.js';
import { type Desk, openDesk } from './desk.js';

/** Statements per request do not depend on how long lists are, and neither do the rows a write touches. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Makes tags without going through the API. */
async function makeTags(count: number): Promise<string[]> {
  const rows = await desk.rows<{ document_id: string }>(
    `with made as (insert into cg_documents (id, type) select 't' || substr(md5(random()::text || n), 1, 23), 'tag' from generate_series(1, ${count}) n returning id)
     insert into tags (document_id, cg_status, name) select id, 'published', id from made returning document_id`,
  );
  return rows.map((row) => row.document_id);
}

/** Gives a row a list, as writes would have. */
async function fill(table: string, sources: readonly number[], targets: readonly string[]): Promise<void> {
  const ranks = keysBetween(undefined, undefined, targets.length);
  for (const source of sources) {
    await desk.rows(
      `insert into ${table} (source_id, target_id, rank) select $1, t.id, t.rank from unnest($2::text[], $3::text[]) t(id, rank)`,
      [source, targets, ranks],
    );
  }
}

/** How many rows of a table are new or changed after some work. */
async function written(table: string, work: () => Promise<unknown>): Promise<number> {
  const [before] = await desk.rows<{ newest: string }>(
    `select coalesce(max(xmin::text::bigint), 0) as newest from ${table}`,
  );
  await work();
  const rows = await desk.rows(`select 1 from ${table} where xmin::text::bigint > $1`, [before!.newest]);
  return rows.length;
}

it('a create with publish and four relations takes at most 8 statements', async () => {
  const author = await desk.post('author', { name: 'a' });
  const categories = await Promise.all(['x', 'y', 'z'].map((name) => desk.post('category', { name })));
  desk.statements();
  await desk.post('article', {
    title: 't',
    author: author.documentId,
    categories: categories.map((one) => one.documentId),
  });
  expect(desk.statements().length).toBeLessThanOrEqual(8);
});

it('the first statement of a create only reads or locks, because it is sent together with BEGIN', async () => {
  const author = await desk.post('author', { name: 'a' });
  const bodies: [string, object][] = [
    ['tag', { name: 'alone' }],
    ['article', { title: 'linked', author: author.documentId }],
    ['article', { title: 'by row id', author: author.id }],
    ['category', { name: 'members', articles: [(await desk.post('article', { title: 'member' })).documentId] }],
  ];
  for (const [type, data] of bodies) {
    desk.statements();
    await desk.post(type, data);
    // BEGIN and COMMIT are listed together.
    const sent = desk.statements();
    const first = sent[sent.indexOf('commit') + 1];
    expect(first).toMatch(/^select (?!.*\b(insert|delete)\b)(?!.*(?<!no key )update\b)/);
  }
});

it('a write returns its answer, unless that shows more than the row', async () => {
  const sent = async (work: () => Promise<unknown>) => {
    desk.statements();
    await work();
    return desk.statements().filter((text) => text !== 'begin' && text !== 'commit').length;
  };
  for (const status of ['published', 'draft']) {
    const { documentId } = await desk.post('article', { title: 't' }, `status=${status}`);
    const put = (query: string) =>
      desk.put('article', documentId, { title: `${status} ${query}` }, `status=${status}${query}`);
    // The second one has its statements prepared and its plan made.
    await put('');
    const alone = await sent(() => put(''));
    expect(await sent(() => put('&populate=*'))).toBe(alone + 1);
    const shown = await put('&fields=title');
    expect(shown).toEqual(await desk.get('article', documentId, `status=${status}&fields=title`));
  }
});

it('a set that moves most of a long list gives both versions its order', async () => {
  const tags = await makeTags(200);
  const { documentId } = await desk.post('strict-item', { name: 'strict', tags });
  for (const order of [tags.toReversed(), tags.toSorted(), [...tags.slice(70), ...tags.slice(0, 70)].toReversed()]) {
    await desk.put('strict-item', documentId, { tags: order });
    for (const status of ['draft', 'published']) {
      const { tags: shown } = await desk.get('strict-item', documentId, `status=${status}&populate[tags][fields]=name`);
      expect(shown.map((tag: { documentId: string }) => tag.documentId)).toEqual(order);
    }
  }
});

it.each([
  ['tag', 'buddies', 'tags_buddies'],
  ['strict-item', 'tags', 'strict_items_tags'],
])(
  'a connect into a list of 5,000 of a %s takes at most 8 statements and writes one link per version',
  async (type, attribute, table) => {
    const data =
      type === 'tag'
        ? { name: 'x' }
        : { name: 'abc', parts: [{ heading: 'h' }], zone: [{ __component: 'blocks.quote', text: 't' }] };
    const owner = await desk.post(type, data);
    const list = await makeTags(5_000);
    const [newcomer] = await makeTags(1);
    const sources = await desk.rows<{ id: number }>(
      `select id from ${type === 'tag' ? 'tags' : 'strict_items'} where document_id = $1`,
      [owner.documentId],
    );
    await fill(
      table,
      sources.map(({ id }) => id),
      list,
    );

    const anchor = list[2_500]!;
    desk.statements();
    const connect = { connect: [{ documentId: newcomer!, position: { before: anchor } }] };
    const links = await written(table, () => desk.put(type, owner.documentId, { [attribute]: connect }));
    expect(desk.statements().length).toBeLessThanOrEqual(8);
    expect(links).toBe(sources.length);

    const moved = { connect: [{ documentId: list[10]!, position: { before: anchor } }] };
    expect(await written(table, () => desk.put(type, owner.documentId, { [attribute]: moved }))).toBe(sources.length);
    expect(desk.statements().length).toBeLessThanOrEqual(8);

    for (const { id } of sources) {
      const rows = await desk.rows<{ target_id: string }>(
        `select target_id from ${table} where source_id = $1 order by rank`,
        [id],
      );
      const expected = list.toSpliced(10, 1);
      expected.splice(expected.indexOf(anchor), 0, newcomer!, list[10]!);
      expect(rows.map((row) => row.target_id)).toEqual(expected);
    }
  },
);

it('a list is replaced by 1,000 entries in at most 10 statements', async () => {
  const owner = await desk.post('tag', { name: 'x' });
  const list = await makeTags(1_000);
  desk.statements();
  await desk.put('tag', owner.documentId, { buddies: { set: list } });
  expect(desk.statements().length).toBeLessThanOrEqual(10);
  const shuffled = list.toReversed();
  await desk.put('tag', owner.documentId, { buddies: { set: shuffled } });
  expect(desk.statements().length).toBeLessThanOrEqual(10);
  const { buddies } = await desk.get('tag', owner.documentId, 'populate[buddies][fields]=name');
  expect(buddies.map((one: { documentId: string }) => one.documentId)).toEqual(shuffled);
});

it('a list gets new keys when they have become long, and keeps its order', async () => {
  const owner = await desk.post('book', {});
  const readers = await Promise.all(Array.from({ length: 3 }, () => desk.post('reader', {})));
  const [first, last, moved] = readers.map((one) => one.documentId) as [string, string, string];
  await desk.put('book', owner.documentId, { readers: [first, moved, last] });
  const longest = async (column: string) => {
    const [row] = await desk.rows<{ length: number }>(`select max(length(${column})) as length from books_readers`);
    return row!.length;
  };
  // Each turn halves the gap between the two that were placed last.
  for (let turn = 0; turn < 300; turn++) {
    const [one, anchor] = turn % 2 === 0 ? [first, moved] : [moved, first];
    await desk.put('book', owner.documentId, {
      readers: { connect: [{ documentId: one, position: { after: anchor } }] },
    });
  }
  expect(await longest('rank')).toBeLessThanOrEqual(64);
  const { readers: shown } = await desk.get('book', owner.documentId, 'populate=readers');
  expect(shown.map((one: { documentId: string }) => one.documentId)).toEqual([first, moved, last]);

  const books = await Promise.all(Array.from({ length: 2 }, () => desk.post('book', {})));
  const [a, b] = books.map((one) => one.documentId) as [string, string];
  await desk.put('reader', first, { books: [a, b, owner.documentId] });
  for (let turn = 0; turn < 300; turn++) {
    const [one, anchor] = turn % 2 === 0 ? [a, b] : [b, a];
    await desk.put('reader', first, { books: { connect: [{ documentId: one, position: { after: anchor } }] } });
  }
  expect(await longest('inverse_rank')).toBeLessThanOrEqual(64);
  const { books: list } = await desk.get('reader', first, 'populate=books');
  expect(list.map((one: { documentId: string }) => one.documentId)).toEqual([a, b, owner.documentId]);
});

it('the statement that locks documents is not planned for every write', async () => {
  const [tag = ''] = await makeTags(5_000);
  await desk.rows('analyze cg_documents');
  desk.statements();
  await desk.put('tag', tag, { name: 'locked' });
  const [text = ''] = desk.statements().filter((one) => one.endsWith('for no key update of d'));
  const session = postgres(desk.url, { max: 1 });
  try {
    await session.unsafe(`prepare locks as ${text}`);
    for (let run = 0; run < 12; run++) await session.unsafe(`execute locks('{${tag}}')`);
    // The driver has prepared statements of its own.
    const [plans] = await session.unsafe(
      `select generic_plans::int as generic from pg_prepared_statements where name = 'locks'`,
    );
    expect(plans?.['generic']).toBeGreaterThan(0);
  } finally {
    await session.end();
  }
});
