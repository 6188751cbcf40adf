import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cases } from '../harness/suite.js';
import { type Desk, openDesk } from './desk.js';

/** Long lists that are shuffled, and that several writers change at once. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ connections: 10 });
});
afterAll(() => desk.close());

const MAX_STATEMENTS = 8;
const LENGTH = 400;

/** Documents without a word of the API. */
async function make(type: string, table: string, count: number): Promise<string[]> {
  const rows = await desk.rows<{ document_id: string }>(
    `with made as (insert into cg_documents (id, type) select 'z' || substr(md5(random()::text || n), 1, 23), '${type}' from generate_series(1, ${count}) n returning id)
     insert into ${table} (document_id, cg_status) select id, status from made, unnest($1::text[]) s(status) returning document_id`,
    [desk.content.models.get(type)!.draftAndPublish ? ['draft', 'published'] : ['published']],
  );
  return [...new Set(rows.map((row) => row.document_id))];
}

/** A permutation that depends on a number only, so that a failure repeats. */
function shuffled(list: readonly string[], seed: number): string[] {
  return list
    .map((entry, index) => [Math.sin(seed * 10_000 + index), entry] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, entry]) => entry);
}

const ids = (list: readonly { documentId: string }[]) => list.map(({ documentId }) => documentId);

const lists = [
  ['an owned list with another side', 'book', 'books', 'readers', 'reader', 'readers'],
  ['a list of the other side', 'reader', 'readers', 'books', 'book', 'books'],
  ['an owned list', 'tag', 'tags', 'buddies', 'tag', 'tags'],
] as const;

describe.each(cases(lists, 2))('%s', (_, type, table, attribute, targetType, targetTable) => {
  const shown = async (owner: string) =>
    ids((await desk.get(type, owner, `populate[${attribute}][fields]=documentId`))[attribute] as never);

  it('is shuffled again and again in at most 8 statements', async () => {
    const [owner] = (await make(type, table, 1)) as [string];
    const list = await make(targetType, targetTable, LENGTH);
    for (let round = 0; round < 30; round++) {
      const next = shuffled(list, round);
      desk.statements();
      await desk.put(type, owner, { [attribute]: { set: next } });
      expect(desk.statements().length, `round ${round}`).toBeLessThanOrEqual(MAX_STATEMENTS);
      if (round % 10 === 9) expect(await shown(owner)).toEqual(next);
    }
  });

  it('takes entries at one place again and again in at most 8 statements', async () => {
    const [owner] = (await make(type, table, 1)) as [string];
    const list = await make(targetType, targetTable, LENGTH);
    const [first, last, ...others] = list as [string, string, ...string[]];
    let expected = [first, last];
    await desk.put(type, owner, { [attribute]: { set: expected } });
    for (let round = 0; round < 12; round++) {
      const next = shuffled(others, round);
      const anchor = expected[Math.floor(expected.length / 2)]!;
      const moved = next.filter((entry) => entry !== anchor);
      desk.statements();
      const connect = moved.map((documentId) => ({ documentId, position: { before: anchor } }));
      await desk.put(type, owner, { [attribute]: { connect } });
      expect(desk.statements().length, `round ${round}`).toBeLessThanOrEqual(MAX_STATEMENTS);
      const named = new Set(moved);
      expected = expected.filter((entry) => !named.has(entry));
      expected.splice(expected.indexOf(anchor), 0, ...moved);
    }
    expect(await shown(owner)).toEqual(expected);
  });

  it('queues four writers, who take at most 8 statements each', async () => {
    const [owner] = (await make(type, table, 1)) as [string];
    const list = await make(targetType, targetTable, LENGTH);
    const halves = [0, 1, 2, 3].map((n) => shuffled(list, n).slice(0, LENGTH / 2));
    for (let round = 0; round < 3; round++) {
      desk.statements();
      await Promise.all(halves.map((half) => desk.put(type, owner, { [attribute]: { set: half } })));
      expect(desk.statements().length, `round ${round}`).toBeLessThanOrEqual(4 * MAX_STATEMENTS);
    }
    expect(halves).toContainEqual(await shown(owner));
  });
});

it('a list that is shuffled again and again leaves no dead entries in its index', async () => {
  const [owner] = (await make('tag', 'tags', 1)) as [string];
  const list = await make('tag', 'tags', LENGTH);
  await desk.rows('alter table tags_buddies set (autovacuum_enabled = false)');
  const size = async () => {
    const [row] = await desk.rows<{ size: string }>(`select pg_relation_size('tags_buddies__order') as size`);
    return Number(row!.size);
  };
  await desk.put('tag', owner, { buddies: { set: list } });
  const before = await size();
  for (let round = 0; round < 30; round++) await desk.put('tag', owner, { buddies: { set: shuffled(list, round) } });
  // 12,000 entries need about 50 pages. Two sets of ranks need four, and some time until they are cleared.
  expect((await size()) - before).toBeLessThan(20 * 8192);
});

it.each(['C', 'en-x-icu'])(
  'the end of a list that has become crowded gets new ranks under the collation %s',
  async (collation) => {
    await desk.rows(`alter table tags_buddies alter column rank type text collate "${collation}"`);
    const tags: string[] = [];
    for (let n = 0; n < 22; n++) tags.push((await desk.post('tag', { name: `${collation} ${n}` })).documentId);
    const [owner, first, last, ...others] = tags;
    await desk.put('tag', owner!, { buddies: [first, last] });
    await desk.rows(`update tags_buddies set rank = '50' || repeat('0', 62) || '5' where target_id = $1`, [last]);
    for (const documentId of others) {
      await desk.put('tag', owner!, { buddies: { connect: [{ documentId, position: { after: first } }] } });
    }
    const [longest] = await desk.rows<{ max: number }>(
      'select max(length(l.rank)) from tags_buddies l join tags s on s.id = l.source_id where s.document_id = $1',
      [owner],
    );
    expect(longest?.max).toBeLessThan(64);
    const { buddies } = await desk.get('tag', owner!, 'populate=buddies');
    expect(buddies.map(({ documentId }: { documentId: string }) => documentId)).toEqual([
      first,
      ...others.toReversed(),
      last,
    ]);
  },
);
