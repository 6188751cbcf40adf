import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { applyChange } from '../../src/order/index.js';
import { PATIENCE_MS, everySequence, runs } from '../harness/property.js';
import { type Desk, openDesk } from './desk.js';
import { action } from './property/changes.js';
import { empty, make } from './property/stored.js';

/**
 * An attribute that locales share has one value per status, from whichever side and in whichever locale it is written.
 * The one exception is that of Strapi: publishing leaves the drafts of other locales that are published alone,
 * until they are written themselves.
 */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const LOCALES = ['en', 'fr', 'de'] as const;
const [GUIDES, SHELVES] = [2, 3];
const locale = fc.constantFrom(...LOCALES);
const guide = fc.nat({ max: GUIDES - 1 });
const shelf = fc.nat({ max: SHELVES - 1 });
const list = fc.uniqueArray(shelf, { maxLength: SHELVES });

const values = fc.record(
  {
    rating: fc.option(fc.nat({ max: 9 })),
    box: fc.option(fc.nat({ max: 9 })),
    shelf: fc.option(shelf),
    lead: fc.option(shelf),
    tags: fc.oneof(
      list.map((set) => ({ set })),
      fc.record({ connect: list, first: fc.boolean() }),
      list.map((disconnect) => ({ disconnect })),
    ),
  },
  { requiredKeys: [] },
);
type Values = typeof values extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('write' as const), guide, locale, values, publish: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.oneof({ weight: 3, arbitrary: action }, fc.constant('delete' as const)),
      guide,
      locale,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('other side' as const),
      shelf,
      name: fc.constantFrom('guides' as const, 'tagged' as const, 'leads' as const),
      to: fc.uniqueArray(guide, { maxLength: GUIDES }),
      connect: fc.boolean(),
      publish: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('other action' as const),
      shelf,
      action: fc.constantFrom('publish', 'discard'),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function bodyOf({ box, shelf: at, lead, tags, ...rest }: Values, shelves: readonly string[]) {
  const id = (one: number | null) => (one === null ? null : shelves[one]!);
  const ids = (ones: readonly number[]) => ones.map((one) => shelves[one]!);
  const listed = () => {
    if (tags === undefined) return {};
    if ('set' in tags) return { tags: ids(tags.set) };
    if ('disconnect' in tags) return { tags: { disconnect: ids(tags.disconnect) } };
    const position = tags.first ? { start: true } : { end: true };
    return { tags: { connect: ids(tags.connect).map((documentId) => ({ documentId, position })) } };
  };
  return {
    ...rest,
    ...(box === undefined ? {} : { box: box === null ? null : { heading: `${box}` } }),
    ...(at === undefined ? {} : { shelf: id(at) }),
    ...(lead === undefined ? {} : { lead: id(lead) }),
    ...listed(),
  };
}

/** The tags after a write. A first version in a locale begins with those that are there. */
function tagsAfter(tags: readonly string[], { tags: change }: Values, shelves: readonly string[]): readonly string[] {
  if (change === undefined) return tags;
  const ids = (ones: readonly number[]) => ones.map((one) => shelves[one]!);
  if ('set' in change) return ids(change.set);
  const disconnect = 'disconnect' in change ? ids(change.disconnect) : [];
  const place = 'first' in change && change.first ? 'start' : 'end';
  const connect = 'connect' in change ? ids(change.connect).map((id) => ({ id, place }) as const) : [];
  return applyChange(tags, { kind: 'change', disconnect, connect, strict: true });
}

interface Row {
  readonly doc: string;
  readonly locale: string;
  readonly status: 'draft' | 'published';
  /** Everything that is shared, in one text. */
  readonly shared: string;
  readonly values: {
    readonly rating: number | null;
    readonly shelf: string | null;
    readonly lead: string | null;
    readonly tags: readonly string[] | null;
  };
}

async function stored(): Promise<readonly Row[]> {
  const rows = await desk.rows<Omit<Row, 'shared'>>(`
    select o.document_id as doc, o.locale, o.cg_status as status, json_build_object('rating', o.rating, 'box', o.box->'heading',
      'shelf', o.shelf, 'lead', o.lead, 'tags', (select json_agg(l.target_id order by l.rank) from guides_tags l where l.source_id = o.id)) as values
    from guides o order by o.updated_at desc, o.id`);
  return rows.map((row) => ({ ...row, shared: JSON.stringify(row.values) }));
}

const of = (rows: readonly Row[], doc: string, status: Row['status'], code?: string) =>
  rows.filter((row) => row.doc === doc && row.status === status && (code === undefined || row.locale === code));

async function follow(steps: readonly Step[]): Promise<void> {
  await empty(desk);
  const guides = await make(desk, 'guide', GUIDES);
  const shelves = await make(desk, 'shelf', SHELVES);
  for (const shelf of shelves) await desk.act('shelf', shelf, 'publish');
  /** Drafts that were left alone by a publish in another locale. */
  const behind = new Set<string>();
  /** The rating of drafts, by guide. */
  const ratings = new Map<string, number | null>();

  for (const [at, one] of steps.entries()) {
    const when = `after step ${at}`;
    const before = await stored();
    if (one.do === 'other side') {
      const to = one.to.map((each) => guides[each]!).filter((doc) => of(before, doc, 'draft').length > 0);
      const value = one.name === 'leads' ? (to[0] ?? null) : one.connect ? { connect: to } : to;
      await desk.put('shelf', shelves[one.shelf]!, { [one.name]: value }, one.publish ? '' : 'status=draft');
      // A write of drafts from the other side levels those that it names.
      const named = one.publish ? [] : one.name === 'leads' ? to.slice(0, 1) : to;
      for (const doc of named) for (const code of LOCALES) behind.delete(`${doc} ${code}`);
    } else if (one.do === 'other action') {
      await desk.act('shelf', shelves[one.shelf]!, one.action);
    } else {
      const doc = guides[one.guide]!;
      const key = `${doc} ${one.locale}`;
      const drafts = of(before, doc, 'draft');
      const has = (status: Row['status'], code: string) => of(before, doc, status, code).length > 0;
      const query = `locale=${one.locale}`;
      if (one.do === 'write' ? drafts.length === 0 : !has('draft', one.locale)) continue;
      if ((one.do === 'discard' || one.do === 'unpublish') && !has('published', one.locale)) continue;
      if (one.do === 'delete') await desk.del('guide', doc, query);
      else if (one.do !== 'write') await desk.act('guide', doc, one.do, query);
      else await desk.put('guide', doc, bodyOf(one.values, shelves), `${query}${one.publish ? '' : '&status=draft'}`);

      const publishes = one.do === 'publish' || (one.do === 'write' && one.publish);
      if (publishes) {
        for (const { locale: other } of drafts) {
          if (other !== one.locale && has('published', other)) behind.add(`${doc} ${other}`);
        }
      } else for (const code of LOCALES) behind.delete(`${doc} ${code}`);
      behind.delete(key);
      const now = await stored();
      const [draft] = of(now, doc, 'draft', one.locale);
      if (publishes) expect(of(now, doc, 'published', one.locale)[0]!.shared, when).toBe(draft!.shared);
      // An attribute that was not sent keeps its value: no edit is restored or lost.
      if (one.do === 'write')
        ratings.set(doc, one.values.rating === undefined ? (ratings.get(doc) ?? null) : one.values.rating);
      if (one.do === 'write') {
        const tags = tagsAfter(drafts[0]!.values.tags ?? [], one.values, shelves);
        expect(draft!.values.tags ?? [], `tags ${when}`).toEqual(tags);
        for (const name of ['shelf', 'lead'] as const) {
          if (one.values[name] === undefined) expect(draft!.values[name], when).toBe(drafts[0]!.values[name]);
        }
      }
      if (one.do === 'discard') ratings.set(doc, of(before, doc, 'published')[0]!.values.rating);
      if (one.do === 'write' || one.do === 'discard') expect(draft!.values.rating, when).toBe(ratings.get(doc));
    }

    const now = await stored();
    for (const doc of guides) {
      const published = new Set(of(now, doc, 'published').map((row) => row.shared));
      expect(published.size, `published ${when}`).toBeLessThan(2);
      const current = of(now, doc, 'draft').filter((row) => !behind.has(`${doc} ${row.locale}`));
      expect(new Set(current.map((row) => row.shared)).size, `drafts ${when}`).toBeLessThan(2);
    }
  }
}

it(
  'a shared value is equal in all locales of a status',
  () => everySequence(step, { runs: runs.sharedValues, from: 4, to: 16 }, follow),
  PATIENCE_MS,
);

it.each(['draft', 'published'])(
  'the first %s version in a locale changes the relations that the others have',
  async (status) => {
    const [a, b, c] = await make(desk, 'shelf', 3);
    for (const shelf of [a, b, c]) await desk.act('shelf', shelf!, 'publish');
    const first = async (data: object) => {
      const { documentId } = await desk.post('guide', { tags: [a, b], shelf: a }, `status=${status}`);
      await desk.put('guide', documentId, data, `locale=fr&status=${status}`);
      const shown = ['en', 'fr'].map((code) =>
        desk.get('guide', documentId, `locale=${code}&status=${status}&populate[0]=tags&populate[1]=shelf`),
      );
      return (await Promise.all(shown)).map(({ tags, shelf }) => [
        tags.map((tag: { documentId: string }) => tag.documentId),
        shelf?.documentId ?? null,
      ]);
    };
    const both = (tags: unknown, shelf: unknown = a) => [
      [tags, shelf],
      [tags, shelf],
    ];
    expect(await first({ tags: { connect: [c] } })).toEqual(both([a, b, c]));
    expect(await first({ tags: { disconnect: [a] } })).toEqual(both([b]));
    expect(await first({ tags: { connect: [{ documentId: c, position: { after: a } }] } })).toEqual(both([a, c, b]));
    expect(await first({ tags: { connect: [{ documentId: a, position: { end: true } }] } })).toEqual(both([b, a]));
    expect(await first({ shelf: { disconnect: [b] } })).toEqual(both([a, b], a));
    expect(await first({ shelf: { disconnect: [a] } })).toEqual(both([a, b], null));
    expect(await first({ shelf: { connect: [c] } })).toEqual(both([a, b], c));
    const unknown = first({ tags: { connect: [{ documentId: a, position: { before: c } }] } });
    await expect(unknown).rejects.toThrow('needs to be connected first');
  },
);

it('publishing never restores a shared value that was replaced in another locale', async () => {
  const { documentId } = await desk.post('guide', { rating: 1, title: 'en' });
  await desk.put('guide', documentId, { title: 'fr' }, 'locale=fr');
  await desk.put('guide', documentId, { title: 'de' }, 'locale=de&status=draft');
  await desk.put('guide', documentId, { rating: 2 });
  const rating = async (query: string) => (await desk.get('guide', documentId, query))['rating'] as number;
  expect(await rating('locale=fr')).toBe(2);
  expect(await rating('locale=de&status=draft')).toBe(2);
  // As in Strapi: the draft of a published locale keeps its value until it is written.
  expect(await rating('locale=fr&status=draft')).toBe(1);
  await desk.put('guide', documentId, { title: 'encore' }, 'locale=fr&status=draft');
  expect([await rating('locale=fr&status=draft'), await rating('status=draft')]).toEqual([2, 2]);

  await desk.put('guide', documentId, { rating: 3 });
  await desk.put('guide', documentId, { title: 'enfin' }, 'locale=fr');
  expect([await rating('locale=fr'), await rating('')]).toEqual([3, 3]);
  await desk.put('guide', documentId, { rating: 4 });
  await desk.del('guide', documentId, 'locale=en');
  await desk.put('guide', documentId, { title: 'seul' }, 'locale=fr');
  expect(await rating('locale=fr')).toBe(4);
});

it('a write keeps the value of its own locale where locales differ, because they did not share it before', async () => {
  const diverge = async (id: string, table: string, column: string, value: string) => {
    // The other locale was written last.
    await desk.rows(
      `update ${table} set ${column} = ${value}, updated_at = updated_at + interval '1 day' where locale = 'fr' and document_id = '${id}'`,
    );
  };
  const [shelf] = await make(desk, 'shelf', 1);
  const required = { codes: [{ value: 'c1' }], shelf, shelves: [shelf] };
  const label = await desk.post('label', { name: 'sea', color: 'blue', ...required });
  await desk.put('label', label.documentId, { name: 'mer' }, 'locale=fr');
  await diverge(label.documentId, 'labels', 'color', `'bleu'`);
  expect(await desk.put('label', label.documentId, { name: 'ocean' })).toMatchObject({ name: 'ocean', color: 'blue' });

  const guide = async () => {
    const [a, b] = await make(desk, 'shelf', 2);
    const { documentId } = await desk.post('guide', { title: 'en', rating: 1, tags: [a] });
    await desk.put('guide', documentId, { title: 'fr' }, 'locale=fr');
    await diverge(documentId, 'guides', 'rating', '2');
    await desk.rows(
      `update guides_tags set target_id = '${b}' where source_id in (select id from guides where locale = 'fr' and document_id = '${documentId}')`,
    );
    return { id: documentId, own: { rating: 1, tags: [{ documentId: a }] } };
  };
  const edits: readonly ((id: string) => Promise<unknown>)[] = [
    (id) => desk.put('guide', id, { title: 'new' }, 'status=draft'),
    (id) => desk.put('guide', id, { title: 'new' }),
    (id) => desk.act('guide', id, 'unpublish'),
    (id) => desk.del('guide', id, 'locale=fr'),
  ];
  for (const edit of edits) {
    const { id, own } = await guide();
    await edit(id);
    expect(await desk.get('guide', id, 'status=draft&populate=tags')).toMatchObject(own);
  }
});

it('publishing from the other side publishes all locales that share the relation, also where a draft is behind', async () => {
  const { documentId } = await desk.post('guide', {}, 'locale=de');
  const shelf = await desk.post('shelf', {});
  await desk.put('guide', documentId, { tags: [shelf.documentId] });
  await desk.put('shelf', shelf.documentId, { tagged: [] }, 'status=draft');
  await desk.act('shelf', shelf.documentId, 'publish');
  for (const code of ['en', 'de']) {
    const shown = await desk.get('guide', documentId, `locale=${code}&populate=tags`);
    expect(shown['tags']).toEqual([]);
  }
});

it('a shared value is unique in every published locale', async () => {
  const first = await desk.post('guide', { key: 'k', codes: [{ value: 'c' }] }, 'locale=fr');
  const second = await desk.post('guide', { key: 'other', codes: [{ value: 'other' }] });
  await desk.put('guide', second.documentId, {}, 'locale=fr');
  const message = 'This attribute must be unique';
  await expect(desk.put('guide', second.documentId, { key: 'k' })).rejects.toThrow(message);
  await expect(desk.put('guide', second.documentId, { codes: [{ value: 'c' }] })).rejects.toThrow(message);
  // A value that was replaced in one locale is free in the others, too.
  await desk.put('guide', second.documentId, { codes: [{ value: 'new' }] });
  await desk.put('guide', first.documentId, { codes: [{ value: 'other' }] }, 'locale=fr');
});
