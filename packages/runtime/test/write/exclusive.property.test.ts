import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

/** A book has one reader on its cover, and a reader is on one cover: connecting takes it from where it was. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const COUNT = 3;
const index = fc.nat({ max: COUNT - 1 });
const side = fc.constantFrom('book' as const, 'reader' as const);
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), side, at: index, to: fc.option(index), publish: fc.boolean() }),
  fc.record({ do: fc.constantFrom('publish' as const, 'unpublish' as const, 'discard' as const), side, at: index }),
);

const attribute = { book: 'cover', reader: 'covered' } as const;

async function pairs(status: string): Promise<Map<string, string>> {
  const rows = await desk.rows<{ book: string; reader: string }>(
    'select document_id as book, cover as reader from books where status = $1 and cover is not null',
    [status],
  );
  return new Map(rows.map(({ book, reader }) => [book, reader]));
}

it('belongs to one at a time, whoever says so, in drafts and in what is published', async () => {
  const make = (type: 'book' | 'reader') =>
    Promise.all(Array.from({ length: COUNT }, async () => (await desk.post(type, {}, 'status=draft')).documentId));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      await desk.rows('truncate cg_documents, books, readers restart identity cascade');
      const ids = { book: await make('book'), reader: await make('reader') };
      const published = new Set<string>();
      /** By book. */
      let draft = new Map<string, string>();

      for (const one of steps) {
        const id = ids[one.side][one.at]!;
        if (one.do === 'write') {
          const to = one.to === null ? null : ids[one.side === 'book' ? 'reader' : 'book'][one.to]!;
          const query = one.publish ? '' : 'status=draft';
          await desk.put(one.side, id, { [attribute[one.side]]: to }, query);
          if (one.publish) published.add(id);
          const [book, reader] = one.side === 'book' ? [id, to] : [to, id];
          for (const [owner, target] of draft) if (owner === book || target === reader) draft.delete(owner);
          if (book !== null && reader !== null) draft.set(book, reader);
          expect(await pairs('draft')).toEqual(draft);
          if (one.publish) {
            const shown = await desk.get(one.side, id, `populate=${attribute[one.side]}`);
            const other = shown[attribute[one.side]] as { documentId: string } | null;
            // What is on the other side shows when it is published itself.
            expect(other?.documentId ?? null).toBe(to !== null && published.has(to) ? to : null);
          }
        } else if (one.do === 'discard' && !published.has(id)) {
          await expect(desk.act(one.side, id, 'discard')).rejects.toMatchObject({ status: 404 });
        } else {
          await desk.act(one.side, id, one.do);
          if (one.do === 'publish') published.add(id);
          if (one.do === 'unpublish') published.delete(id);
          if (one.do === 'discard') draft = await pairs('draft');
        }
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);
