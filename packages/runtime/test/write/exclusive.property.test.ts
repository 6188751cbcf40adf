import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

/**
 * A book has one reader on its cover, and a reader is on one cover: connecting takes it from where it was. Where both
 * have locales, each locale has covers of its own.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const COUNT = 3;
const index = fc.nat({ max: COUNT - 1 });
const side = fc.constantFrom('book' as const, 'reader' as const);
const locale = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    side,
    at: index,
    to: fc.option(index),
    publish: fc.boolean(),
    locale,
  }),
  fc.record({
    do: fc.constantFrom('publish' as const, 'unpublish' as const, 'discard' as const),
    side,
    at: index,
    locale,
  }),
);

const attribute = { book: 'cover', reader: 'covered' } as const;
const sites = {
  plain: { book: 'book', reader: 'reader', tables: ['books', 'readers'], locales: [''] },
  localized: { book: 'tale', reader: 'teller', tables: ['tales', 'tellers'], locales: ['en', 'fr'] },
} as const;
type Place = (typeof sites)[keyof typeof sites];

async function pairs(place: Place, status: string, code: string): Promise<Map<string, string>> {
  const rows = await desk.rows<{ book: string; reader: string }>(
    `select document_id as book, cover as reader from ${place.tables[0]} where status = $1 and locale = $2 and cover is not null`,
    [status, code],
  );
  return new Map(rows.map(({ book, reader }) => [book, reader]));
}

async function make(place: Place, type: 'book' | 'reader'): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < COUNT; count++) {
    const { documentId } = await desk.post(place[type], {}, 'status=draft');
    for (const code of place.locales.slice(1)) {
      await desk.put(place[type], documentId, {}, `status=draft&locale=${code}`);
    }
    ids.push(documentId);
  }
  return ids;
}

it.each(Object.entries(sites))(
  'belongs to one at a time, whoever says so, in drafts and in what is published (%s)',
  async (_name, place) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        await desk.rows(`truncate cg_documents, ${place.tables.join(', ')} restart identity cascade`);
        const ids = { book: await make(place, 'book'), reader: await make(place, 'reader') };
        const published = place.locales.map(() => new Set<string>());
        /** By locale and book. */
        const drafts = place.locales.map(() => new Map<string, string>());

        for (const one of steps) {
          const at = one.locale % place.locales.length;
          const code = place.locales[at]!;
          const [draft, shownIn] = [drafts[at]!, published[at]!];
          const inLocale = code === '' ? '' : `&locale=${code}`;
          const type = place[one.side];
          const id = ids[one.side][one.at]!;
          if (one.do === 'write') {
            const to = one.to === null ? null : ids[one.side === 'book' ? 'reader' : 'book'][one.to]!;
            const query = `${one.publish ? '' : 'status=draft'}${inLocale}`;
            await desk.put(type, id, { [attribute[one.side]]: to }, query);
            if (one.publish) shownIn.add(id);
            const [book, reader] = one.side === 'book' ? [id, to] : [to, id];
            for (const [owner, target] of draft) if (owner === book || target === reader) draft.delete(owner);
            if (book !== null && reader !== null) draft.set(book, reader);
            if (one.publish) {
              const shown = await desk.get(type, id, `populate=${attribute[one.side]}${inLocale}`);
              const other = shown[attribute[one.side]] as { documentId: string } | null;
              // What is on the other side shows when it is published itself.
              expect(other?.documentId ?? null).toBe(to !== null && shownIn.has(to) ? to : null);
            }
          } else if (one.do === 'discard' && !shownIn.has(id)) {
            await expect(desk.act(type, id, 'discard', inLocale)).rejects.toMatchObject({ status: 404 });
          } else {
            await desk.act(type, id, one.do, inLocale);
            if (one.do === 'publish') shownIn.add(id);
            if (one.do === 'unpublish') shownIn.delete(id);
            if (one.do === 'discard') drafts[at] = await pairs(place, 'draft', code);
          }
          for (const [other, each] of place.locales.entries()) {
            expect(await pairs(place, 'draft', each)).toEqual(drafts[other]);
          }
        }
      }),
      { numRuns: 25 },
    );
  },
  120_000,
);
