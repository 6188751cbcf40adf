import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Connect, type ListChange, MissingAnchor, applyChange } from '../../src/order/operations.js';
import { type Desk, openDesk } from './desk.js';

/**
 * Books own the relation `readers`, readers show it as `books`; both have drafts. Any sequence of writes from either
 * side, of publishing, unpublishing and discarding leaves the lists that plain arrays would have.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const COUNT = 3;
const index = fc.nat({ max: COUNT - 1 });
type Side = 'book' | 'reader';
const side = fc.constantFrom<Side>('book', 'reader');

interface ConnectSpec {
  readonly entry: number;
  readonly place: 'start' | 'end' | { readonly before: number } | { readonly after: number };
}
type ChangeSpec =
  | { readonly kind: 'set'; readonly entries: readonly number[] }
  | {
      readonly kind: 'change';
      readonly disconnect: readonly number[];
      readonly connect: readonly ConnectSpec[];
      readonly strict: boolean;
    };

const place: fc.Arbitrary<ConnectSpec['place']> = fc.oneof(
  fc.constantFrom('start' as const, 'end' as const),
  index.map((before) => ({ before })),
  index.map((after) => ({ after })),
);
const change: fc.Arbitrary<ChangeSpec> = fc.oneof(
  fc.array(index, { maxLength: 5 }).map((entries): ChangeSpec => ({ kind: 'set', entries })),
  fc
    .record({
      disconnect: fc.array(index, { maxLength: 2 }),
      connect: fc.uniqueArray(fc.record({ entry: index, place }), { selector: ({ entry }) => entry, maxLength: 3 }),
      strict: fc.constant(false),
    })
    .map((changes): ChangeSpec => ({ kind: 'change', ...changes })),
);
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
type Kind = keyof typeof kinds;

/** Lists by document, of drafts and of published versions, as the database has them. */
interface State {
  readonly own: Map<string, string[]>;
  readonly inverse: Map<string, string[]>;
}

class Model {
  readonly draft: State = { own: new Map(), inverse: new Map() };
  /** Books that are published, and what they say. */
  readonly published = new Map<string, string[]>();
  readonly readersPublished = new Set<string>();
  /** What readers did to drafts of books and have not published yet. */
  readonly pending = new Map<string, { came: Set<string>; went: Set<string>; arranged: boolean }>();

  constructor(
    readonly books: readonly string[],
    readonly readers: readonly string[],
    readonly kind: Kind,
  ) {
    for (const book of books) this.draft.own.set(book, []);
    for (const reader of readers) {
      this.draft.inverse.set(reader, []);
      this.pending.set(reader, { came: new Set(), went: new Set(), arranged: false });
    }
  }

  writeBook(book: string, changes: ListChange, publish: boolean): void {
    const before = this.draft.own.get(book)!;
    const full = applyChange(before, changes);
    const after = this.kind === 'column' ? full.slice(-1) : full;
    this.draft.own.set(book, after);
    for (const reader of before) if (!after.includes(reader)) this.leave(reader, book);
    for (const reader of after) if (!before.includes(reader)) this.draft.inverse.get(reader)!.push(book);
    if (publish) this.publishBook(book);
  }

  writeReader(reader: string, changes: ListChange, publish: boolean): void {
    const before = this.draft.inverse.get(reader)!;
    const after = applyChange(before, changes);
    const named = changes.kind === 'set' ? after : changes.connect.map(({ id }) => id);
    const gone =
      changes.kind === 'set'
        ? this.books.filter((book) => !after.includes(book))
        : changes.disconnect.filter((book) => !named.includes(book));
    this.draft.inverse.set(reader, after);
    const pending = this.pending.get(reader)!;
    const { came, went } = pending;
    if (!publish && before.join() !== after.join()) pending.arranged = true;
    for (const book of before.filter((one) => !after.includes(one))) {
      this.draft.own.set(
        book,
        this.draft.own.get(book)!.filter((one) => one !== reader),
      );
      came.delete(book);
      if (!publish) went.add(book);
    }
    for (const book of after.filter((one) => !before.includes(one))) {
      if (this.kind === 'column') for (const other of this.draft.own.get(book)!) this.leave(other, book);
      this.draft.own.set(book, this.kind === 'column' ? [reader] : [...this.draft.own.get(book)!, reader]);
      went.delete(book);
      if (!publish) came.add(book);
    }
    if (!publish) return;
    for (const book of named) this.addPublished(book, reader);
    for (const book of gone) this.dropPublished(book, reader);
    this.publishReader(reader);
  }

  publishBook(book: string): void {
    this.published.set(book, [...this.draft.own.get(book)!]);
  }

  publishReader(reader: string): void {
    const { came, went } = this.pending.get(reader)!;
    const has = (book: string) => this.draft.own.get(book)!.includes(reader);
    for (const book of came) if (has(book)) this.addPublished(book, reader);
    for (const book of went) if (!has(book)) this.dropPublished(book, reader);
    came.clear();
    went.clear();
    this.pending.get(reader)!.arranged = false;
    this.readersPublished.add(reader);
  }

  discardReader(reader: string): void {
    const { came, went } = this.pending.get(reader)!;
    for (const book of [...came, ...went]) {
      const published = this.published.get(book);
      if (published === undefined) continue;
      const own = this.draft.own.get(book)!;
      const has = published.includes(reader);
      if (has && !own.includes(reader) && went.has(book)) {
        if (this.kind === 'column') for (const other of own) this.leave(other, book);
        this.draft.own.set(book, this.kind === 'column' ? [reader] : [...own, reader]);
        this.draft.inverse.get(reader)!.push(book);
      } else if (!has && own.includes(reader) && came.has(book)) {
        this.draft.own.set(
          book,
          own.filter((one) => one !== reader),
        );
        this.leave(reader, book);
      }
    }
    came.clear();
    went.clear();
    this.pending.get(reader)!.arranged = false;
  }

  discardBook(book: string): void {
    const before = this.draft.own.get(book)!;
    const after = this.published.get(book)!;
    this.draft.own.set(book, [...after]);
    for (const reader of before) if (!after.includes(reader)) this.leave(reader, book);
    for (const reader of after) if (!before.includes(reader)) this.draft.inverse.get(reader)!.push(book);
  }

  private leave(reader: string, book: string): void {
    this.draft.inverse.set(
      reader,
      this.draft.inverse.get(reader)!.filter((one) => one !== book),
    );
  }

  private addPublished(book: string, reader: string): void {
    const list = this.published.get(book);
    if (list === undefined || list.includes(reader)) return;
    this.published.set(book, this.kind === 'column' ? [reader] : [...list, reader]);
  }

  private dropPublished(book: string, reader: string): void {
    const list = this.published.get(book);
    if (list !== undefined)
      this.published.set(
        book,
        list.filter((one) => one !== reader),
      );
  }
}

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

function toBody(spec: ChangeSpec, ids: readonly string[]): unknown {
  if (spec.kind === 'set') return spec.entries.map((entry) => ids[entry]!);
  return {
    disconnect: spec.disconnect.map((entry) => ids[entry]!),
    connect: spec.connect.map(({ entry, place: at }) => ({
      documentId: ids[entry]!,
      position:
        typeof at === 'string'
          ? { [at]: true }
          : Object.fromEntries(Object.entries(at).map(([key, one]) => [key, ids[one as number]])),
    })),
    options: { strict: spec.strict },
  };
}

function toChange(spec: ChangeSpec, ids: readonly string[]): ListChange {
  if (spec.kind === 'set') return { kind: 'set', ids: [...new Set(spec.entries.map((entry) => ids[entry]!))] };
  const connect = spec.connect.map(({ entry, place: at }): Connect => {
    if (typeof at === 'string') return { id: ids[entry]!, place: at };
    return { id: ids[entry]!, place: 'before' in at ? { before: ids[at.before]! } : { after: ids[at.after]! } };
  });
  return { kind: 'change', disconnect: spec.disconnect.map((entry) => ids[entry]!), connect, strict: spec.strict };
}

/** A to-one relation takes the last of what it is given. */
function lastOf(spec: ChangeSpec, ids: readonly string[]): ListChange {
  const given = spec.kind === 'set' ? spec.entries : spec.connect.map(({ entry }) => entry);
  if (spec.kind === 'change' && given.length === 0) return toChange(spec, ids);
  return { kind: 'set', ids: given.slice(-1).map((entry) => ids[entry]!) };
}

const kept = (list: readonly string[] | undefined, among: readonly string[] | undefined) =>
  (list ?? []).filter((entry) => among?.includes(entry) === true);

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
