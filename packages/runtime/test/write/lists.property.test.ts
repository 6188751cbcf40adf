import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { PATIENCE_MS, everySequence, runs } from '../harness/property.js';
import { type Desk, openDesk } from './desk.js';
import { COUNT, type ChangeSpec, action, change, index, lastOf, locale, toBody, toChange } from './property/changes.js';
import { type Kind, Model, type State, kept } from './property/list-model.js';
import { type Status, empty, make, storedLists } from './property/stored.js';

/**
 * Books own the relation `readers`, readers show it as `books`; both have drafts. Any sequence of writes from either
 * side, of publishing, unpublishing and discarding leaves the lists that plain arrays would have. So do polymorphic
 * relations; and where both sides have locales, each locale has lists of its own.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Side = 'book' | 'reader';
const side = fc.constantFrom<Side>('book', 'reader');

type Step = { readonly locale: number } & (
  | {
      readonly do: 'write';
      readonly side: Side;
      readonly at: number;
      readonly change: ChangeSpec;
      readonly publish: boolean;
    }
  | { readonly do: 'publish' | 'unpublish' | 'discard' | 'delete'; readonly side: Side; readonly at: number }
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('write' as const), side, at: index, change, publish: fc.boolean(), locale }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.oneof({ weight: 3, arbitrary: action }, fc.constant('delete' as const)),
      side,
      at: index,
      locale,
    }),
  },
);

interface Relation {
  readonly kind: Kind;
  readonly types: Readonly<Record<Side, string>>;
  readonly tables: Readonly<Record<Side, string>>;
  /** The attribute, and with it the column or the end of the link table's name. */
  readonly book: string;
  readonly reader: string;
  /** Entries say which type they are of. */
  readonly uid?: string;
  readonly locales: readonly string[];
}

const plain = {
  types: { book: 'book', reader: 'reader' },
  tables: { book: 'books', reader: 'readers' },
  locales: [''],
} as const;
const localized = {
  types: { book: 'tale', reader: 'teller' },
  tables: { book: 'tales', reader: 'tellers' },
  locales: ['en', 'fr'],
} as const;
const relations: Readonly<Record<string, Relation>> = {
  'many to many': { ...plain, kind: 'link', book: 'readers', reader: 'books' },
  'many to one': { ...plain, kind: 'column', book: 'shelf', reader: 'shelved' },
  'polymorphic, many': { ...plain, kind: 'link', book: 'marks', reader: 'marked', uid: 'api::reader.reader' },
  'polymorphic, one': { ...plain, kind: 'column', book: 'about', reader: 'abouts', uid: 'api::reader.reader' },
  'many to many, localized': { ...localized, kind: 'link', book: 'readers', reader: 'books' },
  'many to one, localized': { ...localized, kind: 'column', book: 'shelf', reader: 'shelved' },
};

type Lists = Readonly<Record<Status, State>>;

async function stored({ kind, book, tables }: Relation, code: string): Promise<Lists> {
  const relation = { kind, table: tables.book, name: book };
  const [draft, published] = await Promise.all(
    (['draft', 'published'] as const).map((status) => storedLists(desk, relation, status, code)),
  );
  return { draft: draft!, published: published! };
}

/** After a document is gone, nothing is left of it and everything else is where it was. */
function compare({ draft, published }: Lists, model: Model): void {
  for (const [book, list] of model.draft.own) expect(draft.own.get(book) ?? []).toEqual(list);
  for (const [reader, list] of model.draft.inverse) expect(draft.inverse.get(reader) ?? []).toEqual(list);
  for (const [book, list] of model.published) expect(published.own.get(book) ?? []).toEqual(list);
}

async function follow(relation: Relation, steps: readonly Step[]): Promise<void> {
  const { kind, types, locales } = relation;
  await empty(desk);
  const [books, readers] = [
    await make(desk, types.book, COUNT, locales),
    await make(desk, types.reader, COUNT, locales),
  ];
  const lists = locales.map(() => new Model(books, readers, kind));
  /** By locale, as they were after the step before, because no other client writes. */
  const known = new Map<string, Lists>();
  for (const code of locales) known.set(code, await stored(relation, code));

  for (const [at, one] of steps.entries()) {
    const code = locales[one.locale % locales.length]!;
    const model = lists[locales.indexOf(code)]!;
    const inLocale = code === '' ? '' : `&locale=${code}`;
    const when = `after step ${at}`;
    const before = known.get(code)!.published;
    const isBook = one.side === 'book';
    const id = (isBook ? books : readers)[one.at]!;
    const others = isBook ? readers : books;
    if (one.do === 'delete') {
      await desk.del(types[one.side], id, code === '' ? '' : 'locale=*');
      const [next = ''] = await make(desk, types[one.side], 1, locales);
      (isBook ? books : readers)[one.at] = next;
      for (const each of lists) each.replace(id, next);
      for (const each of locales) {
        known.set(each, await stored(relation, each));
        compare(known.get(each)!, lists[locales.indexOf(each)]!);
      }
      continue;
    }
    let ordered = false;
    const arranged = !isBook && model.pending.get(id)!.arranged;
    if (one.do === 'write') {
      const query = `${one.publish ? '' : 'status=draft'}${inLocale}`;
      const changes = toChange(one.change, others);
      const toOne = kind === 'column' && isBook ? lastOf(one.change, others) : changes;
      if (isBook) model.writeBook(id, toOne, one.publish);
      else model.writeReader(id, changes, one.publish);
      if (!isBook && one.publish) ordered = true;
      const uid = isBook ? relation.uid : undefined;
      await desk.put(types[one.side], id, { [relation[one.side]]: toBody(one.change, others, uid) }, query);
    } else {
      const isPublished = isBook ? model.published.has(id) : model.readersPublished.has(id);
      if (one.do === 'discard' && !isPublished) {
        await expect(desk.act(types[one.side], id, 'discard', inLocale)).rejects.toMatchObject({ status: 404 });
        continue;
      }
      await desk.act(types[one.side], id, one.do, inLocale);
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

    for (const other of locales.filter((each) => each !== code))
      expect(await stored(relation, other), `other locales ${when}`).toEqual(known.get(other));
    const { draft, published } = await stored(relation, code);
    known.set(code, { draft, published });
    for (const book of books) {
      expect(draft.own.get(book) ?? [], `draft ${when}`).toEqual(model.draft.own.get(book));
      expect(published.own.get(book) ?? [], `published ${when}`).toEqual(model.published.get(book) ?? []);
    }
    for (const reader of readers) {
      const expected = model.draft.inverse.get(reader)!;
      const actual = draft.inverse.get(reader) ?? [];
      if (one.do === 'discard') {
        // A restored entry returns to its place, so that the other entries must not have moved.
        expect(actual.toSorted(), when).toEqual(expected.toSorted());
        model.draft.inverse.set(reader, [...actual]);
      } else expect(actual, `draft of the other side ${when}`).toEqual(expected);

      const now = published.inverse.get(reader) ?? [];
      const was = before.inverse.get(reader) ?? [];
      const own = ordered && reader === id;
      // Only publishing the reader itself changes the order of its published list.
      if (!own) expect(kept(now, was), `order ${when}`).toEqual(kept(was, now));
      else if (arranged || (one.do === 'write' && one.change.kind === 'set'))
        expect(kept(now, actual), `order ${when}`).toEqual(kept(actual, now));
    }
  }
}

it.each(Object.entries(relations))(
  'relation lists agree with plain arrays (%s)',
  (_name, relation) => everySequence(step, { runs: runs.lists, from: 8, to: 24 }, (steps) => follow(relation, steps)),
  PATIENCE_MS,
);

it('an anchor that is not in the list is refused on both sides', async () => {
  const [a, b] = [await desk.post('book', {}), await desk.post('book', {})];
  const [r, s] = [await desk.post('reader', {}), await desk.post('reader', {})];
  const connect = (id: string, anchor: string) => ({ connect: [{ documentId: id, position: { before: anchor } }] });
  const message = /There was a problem connecting relation with id \d+ at position \{"before":\d+,"locale":"en"\}/;
  await expect(desk.put('book', a.documentId, { readers: connect(r.documentId, s.documentId) })).rejects.toThrow(
    message,
  );
  await expect(desk.put('reader', r.documentId, { books: connect(a.documentId, b.documentId) })).rejects.toThrow(
    message,
  );
});

it('publishing from the other side publishes one locale of the owners, and leaves drafts of other locales alone', async () => {
  const { documentId: category } = await desk.post('category', { name: 'one' });
  const { documentId: article } = await desk.post('article', { title: 'en' });
  await desk.put('article', article, { title: 'fr' }, 'locale=fr');
  await desk.put('category', category, { articles: { connect: [article] } }, 'status=draft');
  await desk.put('article', article, { categories: [category] }, 'locale=fr&status=draft');
  await desk.act('category', category, 'publish');
  const count = async (query: string) =>
    ((await desk.get('article', article, `populate=categories&${query}`))['categories'] as unknown[]).length;
  expect([await count(''), await count('locale=fr&status=draft'), await count('locale=fr')]).toEqual([1, 1, 0]);
  await desk.act('article', article, 'publish', 'locale=fr');
  expect(await count('locale=fr')).toBe(1);
});
