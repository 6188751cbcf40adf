import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MissingAnchor, applyChange } from '../../src/order/operations.js';
import { type Desk, openDesk } from './desk.js';
import {
  COUNT,
  type ChangeSpec,
  type Kind,
  Model,
  type State,
  change,
  index,
  kept,
  lastOf,
  toBody,
  toChange,
} from './lists-model.js';

/**
 * Books own the relation `readers`, readers show it as `books`; both have drafts. Any sequence of writes from either
 * side, of publishing, unpublishing and discarding leaves the lists that plain arrays would have.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Side = 'book' | 'reader';
const side = fc.constantFrom<Side>('book', 'reader');

type Step =
  | {
      readonly do: 'write';
      readonly side: Side;
      readonly at: number;
      readonly change: ChangeSpec;
      readonly publish: boolean;
    }
  | { readonly do: 'publish' | 'unpublish' | 'discard'; readonly side: Side; readonly at: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('write' as const), side, at: index, change, publish: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'unpublish' as const, 'discard' as const),
      side,
      at: index,
    }),
  },
);

const kinds = { link: { book: 'readers', reader: 'books' }, column: { book: 'shelf', reader: 'shelved' } } as const;

async function stored(status: 'draft' | 'published', kind: Kind): Promise<State> {
  const query =
    kind === 'link'
      ? `select o.document_id as book, l.target_id as reader, l.rank, l.inverse_rank as inverse from books o join books_readers l on l.source_id = o.id where o.status = $1 order by l.rank`
      : `select o.document_id as book, o.shelf as reader, '' as rank, o.shelf_rank as inverse from books o where o.status = $1 and o.shelf is not null`;
  const links = await desk.rows<{ book: string; reader: string; inverse: string }>(query, [status]);
  const own = new Map<string, string[]>();
  for (const { book, reader } of links) own.set(book, [...(own.get(book) ?? []), reader]);
  const inverse = new Map<string, string[]>();
  const ranks = new Map<string, Set<string>>();
  for (const { book, reader, inverse: rank } of [...links].sort((a, b) => (a.inverse < b.inverse ? -1 : 1))) {
    inverse.set(reader, [...(inverse.get(reader) ?? []), book]);
    ranks.set(reader, (ranks.get(reader) ?? new Set()).add(rank));
  }
  // Two entries at one place would have no order, and no room between them.
  for (const [reader, books] of inverse) expect(ranks.get(reader)!.size).toBe(books.length);
  return { own, inverse };
}

async function follow(kind: Kind, steps: readonly Step[]): Promise<void> {
  await desk.rows('truncate cg_documents, books, readers restart identity cascade');
  const make = (type: Side) =>
    Promise.all(
      Array.from(
        { length: COUNT },
        async (_, n) => (await desk.post(type, { name: `${n}` }, 'status=draft')).documentId,
      ),
    );
  const [books, readers] = [await make('book'), await make('reader')];
  const model = new Model(books, readers, kind);
  const attributes = kinds[kind];

  for (const [at, one] of steps.entries()) {
    const when = `after step ${at}`;
    const before = await stored('published', kind);
    const isBook = one.side === 'book';
    const id = (isBook ? books : readers)[one.at]!;
    const others = isBook ? readers : books;
    let ordered = false;
    const arranged = !isBook && model.pending.get(id)!.arranged;
    if (one.do === 'write') {
      const query = one.publish ? '' : 'status=draft';
      const changes = toChange(one.change, others);
      const toOne = kind === 'column' && isBook ? lastOf(one.change, others) : changes;
      if (isBook) model.writeBook(id, toOne, one.publish);
      else model.writeReader(id, changes, one.publish);
      if (!isBook && one.publish) ordered = true;
      await desk.put(one.side, id, { [attributes[one.side]]: toBody(one.change, others) }, query);
    } else {
      const isPublished = isBook ? model.published.has(id) : model.readersPublished.has(id);
      if (one.do === 'discard' && !isPublished) {
        await expect(desk.act(one.side, id, 'discard')).rejects.toMatchObject({ status: 404 });
        continue;
      }
      await desk.act(one.side, id, one.do);
      if (one.do === 'publish') {
        if (isBook) model.publishBook(id);
        else model.publishReader(id);
        ordered = !isBook;
      } else if (one.do === 'discard') {
        if (isBook) model.discardBook(id);
        else model.discardReader(id);
      } else if (isBook) model.published.delete(id);
      else model.readersPublished.delete(id);
    }

    const [draft, published] = [await stored('draft', kind), await stored('published', kind)];
    for (const book of books) {
      expect(draft.own.get(book) ?? [], `draft ${when}`).toEqual(model.draft.own.get(book));
      expect(published.own.get(book) ?? [], `published ${when}`).toEqual(model.published.get(book) ?? []);
    }
    for (const reader of readers) {
      const expected = model.draft.inverse.get(reader)!;
      const actual = draft.inverse.get(reader) ?? [];
      if (one.do === 'discard') {
        // What comes back comes back to its place: who was there all the time must not have moved by it.
        expect(actual.toSorted(), when).toEqual(expected.toSorted());
        model.draft.inverse.set(reader, actual);
      } else expect(actual, `draft of the other side ${when}`).toEqual(expected);

      const now = published.inverse.get(reader) ?? [];
      const was = before.inverse.get(reader) ?? [];
      const own = ordered && reader === id;
      // Only the reader itself, publishing, changes the order of what is published about it.
      if (!own) expect(kept(now, was), `order ${when}`).toEqual(kept(was, now));
      else if (arranged || (one.do === 'write' && one.change.kind === 'set'))
        expect(kept(now, actual), `order ${when}`).toEqual(kept(actual, now));
    }
  }
}

it.each<Kind>(['link', 'column'])(
  'agrees with plain arrays (%s)',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), (steps) => follow(kind, steps)),
      { numRuns: 40 },
    );
  },
  120_000,
);

it('refuses an anchor that is not there, from both sides', async () => {
  const [a, b] = [await desk.post('book', {}), await desk.post('book', {})];
  const [r, s] = [await desk.post('reader', {}), await desk.post('reader', {})];
  expect(() =>
    applyChange([], { kind: 'change', disconnect: [], connect: [{ id: 'a', place: { before: 'b' } }], strict: true }),
  ).toThrow(MissingAnchor);
  const connect = (id: string, anchor: string) => ({ connect: [{ documentId: id, position: { before: anchor } }] });
  const message = /There was a problem connecting relation with id \d+ at position \{"before":\d+\}/;
  await expect(desk.put('book', a.documentId, { readers: connect(r.documentId, s.documentId) })).rejects.toThrow(
    message,
  );
  await expect(desk.put('reader', r.documentId, { books: connect(a.documentId, b.documentId) })).rejects.toThrow(
    message,
  );
});
