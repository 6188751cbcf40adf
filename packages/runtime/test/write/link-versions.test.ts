/** Links have the status and the locale of the versions that own them; see `strayLinks`. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { strayLinks } from '../harness/stray-links.js';
import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** The links of a guide, by their version. */
const linksOf = (document: string) =>
  desk.rows(
    `select l.published, l.locale, count(*)::int as links from guides_tags l join guides v on v.id = l.source_id
     where v.document_id = $1 group by 1, 2 order by 1, 2`,
    [document],
  );
const shelves = async (count: number) => {
  const made = Array.from({ length: count }, (_, n) => desk.post('shelf', { name: `Shelf ${n}` }));
  return (await Promise.all(made)).map(({ documentId }) => documentId);
};
const link = (guide: string, shelf: string) =>
  `insert into public.guides_tags (source_id, target_id, rank)
   select id, '${shelf}', '5' from public.guides where document_id = '${guide}'`;

it('drafts, published versions and locales have links of their own', async () => {
  const [a, b, c] = await shelves(3);
  const { documentId } = await desk.post('guide', { title: 'Guide', tags: [a, b] });
  await desk.put('guide', documentId, { title: 'Guide' }, 'locale=fr');
  await desk.put('guide', documentId, { tags: { connect: [c] } }, 'status=draft');
  expect(await linksOf(documentId)).toHaveLength(4);
  expect(await linksOf(documentId)).toContainEqual({ published: true, locale: 'en', links: 2 });
  await desk.act('guide', documentId, 'publish', 'locale=fr');
  await desk.act('guide', documentId, 'discard-draft');
  expect(await strayLinks(desk.rows)).toEqual([]);
});

it('links that enter from the other side know their versions', async () => {
  const [shelf] = await shelves(1);
  const { documentId } = await desk.post('guide', { title: 'Guide' });
  await desk.put('shelf', shelf!, { tagged: { connect: [documentId] } });
  expect(await linksOf(documentId)).toEqual([
    { published: false, locale: 'en', links: 1 },
    { published: true, locale: 'en', links: 1 },
  ]);
});

it('links that SQL writes get their version, and follow a row that changes its own', async () => {
  const [shelf] = await shelves(1);
  const { documentId } = await desk.post('guide', { title: 'Guide' }, 'status=draft');
  await desk.rows(link(documentId, shelf!));
  expect(await linksOf(documentId)).toEqual([{ published: false, locale: 'en', links: 1 }]);
  await desk.rows(`update guides set cg_status = 'published', locale = 'fr' where document_id = $1`, [documentId]);
  expect(await linksOf(documentId)).toEqual([{ published: true, locale: 'fr', links: 1 }]);
  // A session that replicates runs only triggers that are marked for it.
  await desk.rows(`set session_replication_role = replica`);
  await desk.rows(`update guides set locale = 'en' where document_id = $1`, [documentId]);
  await desk.rows(`set session_replication_role = origin`);
  expect(await linksOf(documentId)).toEqual([{ published: true, locale: 'en', links: 1 }]);
});

it('a writer with another search path cannot replace what the triggers call', async () => {
  const [shelf] = await shelves(1);
  const { documentId } = await desk.post('guide', { title: 'Guide' }, 'status=draft');
  await desk.rows('create schema evil');
  await desk.rows(
    `create function evil.format(text, regclass) returns text language sql as $$ select 'select true, current_schema()::text' $$`,
  );
  await desk.rows('set search_path = evil, pg_catalog');
  await desk.rows(link(documentId, shelf!));
  await desk.rows('set search_path = public');
  expect(await linksOf(documentId)).toEqual([{ published: false, locale: 'en', links: 1 }]);
});

it('filters and counts by links find the same documents as filters and lists of rows', async () => {
  const [first, second] = await shelves(2);
  const both = { set: [first, second] };
  const published = await desk.post('guide', { title: 'Published', tags: both });
  await desk.put('guide', published.documentId, { title: 'Publié' }, 'locale=fr');
  await desk.put('guide', published.documentId, { tags: { disconnect: [second] } }, 'status=draft');
  await desk.post('guide', { title: 'Draft', tags: both }, 'status=draft&locale=fr');
  await desk.post('guide', { title: 'Without' });
  const named = `filters[tags][documentId][$in][0]=${first}&filters[tags][documentId][$in][1]=${second}`;
  for (const status of ['draft', 'published'])
    for (const locale of ['en', 'fr', '*', 'en,fr']) {
      const asked = `status=${status}&locale=${locale.split(',').join('&locale=')}`;
      const byLinks = await desk.list('guide', `${named}&${asked}`);
      // A sort needs the rows themselves.
      const byRows = await desk.list('guide', `${named}&${asked}&sort=id`);
      expect(
        byLinks.map(({ id }) => id),
        asked,
      ).toEqual(byRows.map(({ id }) => id));
      expect(byLinks.length, asked).toBeGreaterThan(0);
    }
  for (const asked of ['status=draft', 'status=published', 'status=draft&locale=fr']) {
    const counted = await desk.list('shelf', `populate[tagged][count]=true&${asked}`);
    const shown = await desk.list('shelf', `populate=tagged&${asked}`);
    const lengths = shown.map(({ documentId, tagged }) => [documentId, tagged.length]);
    expect(
      counted.map(({ documentId, tagged }) => [documentId, tagged.count]),
      asked,
    ).toEqual(lengths);
    expect(lengths.some(([, length]) => length > 0)).toBe(true);
  }
});

it('the links of a type without locales are counted alone', async () => {
  const { documentId } = await desk.post('reader', { name: 'Reader' });
  await desk.post('book', { name: 'Published', readers: [documentId] });
  await desk.post('book', { name: 'Draft', readers: [documentId] }, 'status=draft');
  for (const [status, books] of [
    ['published', 1],
    ['draft', 2],
  ] as const) {
    desk.statements();
    const counted = await desk.list('reader', `populate[books][count]=true&status=${status}`);
    expect(counted).toMatchObject([{ books: { count: books } }]);
    expect(desk.statements().join('\n')).not.toMatch(/"books" /);
  }
});
