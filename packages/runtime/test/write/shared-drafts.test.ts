import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

/** Publishing leaves the drafts of other locales alone, so a replaced relation stays in them until their next write. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const DRAFT = 'status=draft';
const FR = 'locale=fr';

async function shelves(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) => desk.post('shelf', { name: `Shelf ${index}` }));
  return (await Promise.all(made)).map(({ documentId }) => documentId);
}

/** A guide that is published in two locales. */
async function guideWith(data: object): Promise<string> {
  const { documentId } = await desk.post('guide', { title: 'Guide', ...data });
  await desk.put('guide', documentId, { title: 'Guide' }, FR);
  return documentId;
}

async function drafts(guide: string): Promise<readonly unknown[]> {
  return desk.rows(
    `select o.shelf, o.lead, (select json_agg(l.target_id order by l.rank) from guides_tags l where l.source_id = o.id) as tags
     from guides o where o.document_id = $1 and o.cg_status = 'draft' order by o.locale`,
    [guide],
  );
}

it('a list that was replaced does not come back after a draft of its other side has entered it', async () => {
  const [before, after, other] = await shelves(3);
  const guide = await guideWith({ tags: [before] });
  await desk.put('guide', guide, { tags: [after] });
  await desk.put('shelf', other!, { tagged: { connect: [guide] } }, DRAFT);
  await desk.put('guide', guide, { title: 'Rewritten' }, `${FR}&${DRAFT}`);
  const expected = { shelf: null, lead: null, tags: [after, other] };
  expect(await drafts(guide)).toEqual([expected, expected]);
});

it('a target that was replaced does not come back after a draft of the new one has let the document go', async () => {
  const [before, after] = await shelves(2);
  const guide = await guideWith({ shelf: before });
  await desk.put('guide', guide, { shelf: after });
  await desk.put('shelf', after!, { guides: [] }, DRAFT);
  await desk.put('guide', guide, { title: 'Rewritten' }, `${FR}&${DRAFT}`);
  const expected = { shelf: null, lead: null, tags: null };
  expect(await drafts(guide)).toEqual([expected, expected]);
});

it('a target that was replaced does not come back after the draft of another document took the new one', async () => {
  const [before, after] = await shelves(2);
  const guide = await guideWith({ lead: before });
  await desk.put('guide', guide, { lead: after });
  const { documentId: taker } = await desk.post('guide', { title: 'Taker' }, DRAFT);
  await desk.put('guide', taker, { lead: after }, DRAFT);
  await desk.put('guide', guide, { title: 'Rewritten' }, `${FR}&${DRAFT}`);
  const expected = { shelf: null, lead: null, tags: null };
  expect(await drafts(guide)).toEqual([expected, expected]);
});

it('a new document whose draft takes a target does not bring the former one of the other document back', async () => {
  const [before, after] = await shelves(2);
  const guide = await guideWith({ lead: before });
  await desk.put('guide', guide, { lead: after });
  await desk.post('guide', { title: 'Taker', lead: after }, DRAFT);
  await desk.put('guide', guide, { title: 'Rewritten' }, `${FR}&${DRAFT}`);
  expect(await drafts(guide)).toMatchObject([{ lead: null }, { lead: null }]);
});

it.each(['', DRAFT])('If-Match notices a list that was changed in another locale (%s)', async (status) => {
  const [one, two] = await shelves(2);
  const guide = await guideWith({ tags: [one] });
  const tagOf = async (query: string) => {
    const [row] = await desk.rows<{ tag: string }>(
      `select '"' || id || '.' || cg_version || '"' as tag from guides where document_id = $1 and locale = $2 and cg_status = $3`,
      [guide, query, status === '' ? 'published' : 'draft'],
    );
    return row!.tag;
  };
  const read = await tagOf('fr');
  await desk.put('guide', guide, { tags: [one, two] }, status);
  const late = desk.put('guide', guide, { tags: [one] }, `${FR}&${status}`, read);
  await expect(late).rejects.toMatchObject({ status: 412 });
  const current = await tagOf('fr');
  await desk.put('guide', guide, { title: 'Only the title' }, status);
  await desk.put('guide', guide, { tags: [two] }, `${FR}&${status}`, current);
});

it('If-Match of a draft notices values that were published in another locale', async () => {
  const [one, two] = await shelves(2);
  const guide = await guideWith({ tags: [one], rating: 1 });
  const tagOf = async () => {
    const [row] = await desk.rows<{ tag: string }>(
      `select '"' || id || '.' || cg_version || '"' as tag from guides where document_id = $1 and locale = 'fr' and cg_status = 'draft'`,
      [guide],
    );
    return row!.tag;
  };
  for (const changed of [{ tags: [two] }, { rating: 2 }]) {
    const read = await tagOf();
    await desk.put('guide', guide, changed);
    const late = desk.put('guide', guide, { tags: [one], rating: 1 }, `${FR}&${DRAFT}`, read);
    await expect(late).rejects.toMatchObject({ status: 412 });
  }
});
