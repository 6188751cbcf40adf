import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { PATIENCE_MS, everySequence, runs } from '../harness/property.js';
import { type Desk, openDesk } from './desk.js';
import { COUNT, action, index, locale } from './property/changes.js';
import { empty, make, storedPairs } from './property/stored.js';

/**
 * A book has one reader on its cover, and a reader is on one cover: connecting takes it from where it was. Where both
 * have locales, each locale has covers of its own.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const side = fc.constantFrom('book' as const, 'reader' as const);
const step = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    side,
    at: index,
    to: fc.option(index),
    publish: fc.boolean(),
    locale,
  }),
  fc.record({ do: action, side, at: index, locale }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const attribute = { book: 'cover', reader: 'covered' } as const;
const sites = {
  plain: { book: 'book', reader: 'reader', table: 'books', locales: [''] },
  localized: { book: 'tale', reader: 'teller', table: 'tales', locales: ['en', 'fr'] },
} as const;
type Place = (typeof sites)[keyof typeof sites];

const pairs = ({ table }: Place, status: 'draft' | 'published', code: string) =>
  storedPairs(desk, { table, name: 'cover' }, status, code);

/** The covers of drafts by book, and the documents that are published; for each locale. */
interface Expected {
  readonly drafts: Map<string, string>[];
  readonly published: readonly Set<string>[];
}

async function write(
  place: Place,
  one: Extract<Step, { do: 'write' }>,
  ids: Readonly<Record<'book' | 'reader', readonly string[]>>,
  { drafts, published }: Expected,
): Promise<void> {
  const at = one.locale % place.locales.length;
  const [draft, shownIn] = [drafts[at]!, published[at]!];
  const inLocale = localeOf(place, one);
  const id = ids[one.side][one.at]!;
  const to = one.to === null ? null : ids[one.side === 'book' ? 'reader' : 'book'][one.to]!;
  const query = `${one.publish ? '' : 'status=draft'}${inLocale}`;
  await desk.put(place[one.side], id, { [attribute[one.side]]: to }, query);
  if (one.publish) shownIn.add(id);
  const [book, reader] = one.side === 'book' ? [id, to] : [to, id];
  for (const [owner, target] of draft) if (owner === book || target === reader) draft.delete(owner);
  if (book !== null && reader !== null) draft.set(book, reader);
  if (!one.publish) return;
  const shown = await desk.get(place[one.side], id, `populate=${attribute[one.side]}${inLocale}`);
  const other = shown[attribute[one.side]] as { documentId: string } | null;
  // The other side shows when it is published itself.
  expect(other?.documentId ?? null).toBe(to !== null && shownIn.has(to) ? to : null);
}

function localeOf(place: Place, one: Step): string {
  const code = place.locales[one.locale % place.locales.length]!;
  return code === '' ? '' : `&locale=${code}`;
}

async function follow(place: Place, steps: readonly Step[]): Promise<void> {
  await empty(desk);
  const ids = {
    book: await make(desk, place.book, COUNT, place.locales),
    reader: await make(desk, place.reader, COUNT, place.locales),
  };
  const drafts = place.locales.map(() => new Map<string, string>());
  const published = place.locales.map(() => new Set<string>());

  for (const one of steps) {
    const at = one.locale % place.locales.length;
    const shownIn = published[at]!;
    const type = place[one.side];
    const id = ids[one.side][one.at]!;
    if (one.do === 'write') await write(place, one, ids, { drafts, published });
    else if (one.do === 'discard' && !shownIn.has(id)) {
      await expect(desk.act(type, id, 'discard', localeOf(place, one))).rejects.toMatchObject({ status: 404 });
    } else {
      await desk.act(type, id, one.do, localeOf(place, one));
      if (one.do === 'publish') shownIn.add(id);
      if (one.do === 'unpublish') shownIn.delete(id);
      if (one.do === 'discard') drafts[at] = await pairs(place, 'draft', place.locales[at]!);
    }
    for (const [other, code] of place.locales.entries()) {
      expect(await pairs(place, 'draft', code)).toEqual(drafts[other]);
    }
  }
}

it.each(Object.entries(sites))(
  'a one-to-one target has one owner at a time, written from either side, in drafts and published versions (%s)',
  (_name, place) => everySequence(step, { runs: runs.oneToOne, from: 5, to: 20 }, (steps) => follow(place, steps)),
  PATIENCE_MS,
);
