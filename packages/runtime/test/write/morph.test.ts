import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, type Shown, openDesk } from './desk.js';

/** Polymorphic relations: comments have one subject, badges have items in order; authors and restaurants show both. */
let desk: Desk;
let author: Shown;
let tag: Shown;
let restaurant: Shown;
beforeAll(async () => {
  desk = await openDesk();
  author = await desk.post('author', { name: 'A' });
  tag = await desk.post('tag', { name: 'T' });
  restaurant = await desk.post('restaurant', { name: 'R' });
});
afterAll(() => desk.close());

const names = (list: readonly { name?: string; text?: string }[]) => list.map((one) => one.name ?? one.text);
const to = (type: string, { documentId }: Shown) => ({ __type: `api::${type}.${type}`, documentId });

it('morphToOne is written in every spelling, and cleared', async () => {
  const subject = async (value: unknown) => {
    const comment = await desk.post('comment', { text: 'c', subject: value }, 'populate=subject');
    return (comment['subject'] as Shown | null)?.documentId ?? null;
  };
  expect(await subject(to('author', author))).toBe(author.documentId);
  expect(await subject({ __type: 'api::author.author', id: author.id })).toBe(author.documentId);
  expect(await subject({ connect: [to('tag', tag), to('author', author)] })).toBe(author.documentId);
  expect(await subject({ set: [to('restaurant', restaurant)] })).toBe(restaurant.documentId);
  expect(await subject(null)).toBeNull();

  const { documentId } = await desk.post('comment', { text: 'x', subject: to('tag', tag) });
  const cleared = await desk.put(
    'comment',
    documentId,
    { subject: { disconnect: [to('tag', tag)] } },
    'populate=subject',
  );
  expect(cleared['subject']).toBeNull();
});

it('entries without a type, of an unknown type, or that do not exist are refused', async () => {
  const post = (subject: unknown) => desk.post('comment', { subject });
  await expect(post({ documentId: author.documentId })).rejects.toMatchObject({ status: 400 });
  await expect(post({ __type: 'api::nope.nope', id: 1 })).rejects.toMatchObject({ status: 400 });
  await expect(post({ __type: 'api::tag.tag', documentId: author.documentId })).rejects.toThrow('not found');
  await expect(post({ __type: 'api::author.author', id: 9999 })).rejects.toThrow(
    '1 relation(s) of type api::author.author',
  );
});

it('a subject shows its comments and can take comments, in the given order', async () => {
  const [one, two] = [await desk.post('comment', { text: 'one' }), await desk.post('comment', { text: 'two' })];
  const owner = await desk.post(
    'author',
    { name: 'O', comments: [two.documentId, one.documentId] },
    'populate=comments',
  );
  expect(names(owner['comments'])).toEqual(['two', 'one']);
  const three = await desk.post('comment', { text: 'three', subject: to('author', owner) });
  const position = { before: one.documentId };
  const moved = await desk.put(
    'author',
    owner.documentId,
    { comments: { connect: [{ documentId: three.documentId, position }] } },
    'populate=comments',
  );
  expect(names(moved['comments'])).toEqual(['two', 'three', 'one']);

  const other = await desk.post('author', { name: 'P', comments: { connect: [one.documentId] } }, 'populate=comments');
  expect(names(other['comments'])).toEqual(['one']);
  expect(names((await desk.get('author', owner.documentId, 'populate=comments'))['comments'])).toEqual([
    'two',
    'three',
  ]);
  const cleared = await desk.put('author', other.documentId, { comments: [] }, 'populate=comments');
  expect(cleared['comments']).toEqual([]);
});

it('the items of a badge keep their order across types', async () => {
  const items = [to('author', author), to('tag', tag), to('restaurant', restaurant)];
  const badge = await desk.post('badge', { name: 'B', items }, 'populate=items');
  expect(names(badge['items'])).toEqual(['A', 'T', 'R']);

  const position = { before: author.documentId, __type: 'api::author.author' };
  const moved = await desk.put(
    'badge',
    badge.documentId,
    { items: { connect: [{ ...to('restaurant', restaurant), position }] } },
    'populate=items',
  );
  expect(names(moved['items'])).toEqual(['R', 'A', 'T']);
  for (const __type of [7, {}, 'api::nope.nope', 'api::tag.tag']) {
    const connect = [{ ...to('restaurant', restaurant), position: { before: author.documentId, __type } }];
    await expect(desk.put('badge', badge.documentId, { items: { connect } }), String(__type)).rejects.toMatchObject({
      status: 400,
    });
  }
  const fewer = await desk.put(
    'badge',
    badge.documentId,
    { items: { disconnect: [to('author', author)] } },
    'populate=items',
  );
  expect(names(fewer['items'])).toEqual(['R', 'T']);
  expect((await desk.put('badge', badge.documentId, { items: [] }, 'populate=items'))['items']).toEqual([]);
});

it('positions name the type of their anchor inside components, too', async () => {
  const connect = [
    to('author', author),
    { ...to('tag', tag), position: { before: author.id, __type: 'api::author.author' } },
  ];
  const data = { main: { abouts: { connect }, inner: { abouts: { connect } } } };
  const populate =
    'status=draft&populate[main][populate][abouts]=true&populate[main][populate][inner][populate]=abouts';
  const { main } = await desk.post('page', data, populate);
  expect([names(main.abouts), names(main.inner.abouts)]).toEqual([
    ['T', 'A'],
    ['T', 'A'],
  ]);
});

it('an item shows its badges in an order of its own', async () => {
  const place = await desk.post('restaurant', { name: 'own' });
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => desk.post('badge', { name })));
  const id = (one: Shown | undefined) => one!.documentId;
  await desk.put('restaurant', place.documentId, { badges: [id(a), id(b)] });
  const position = { start: true };
  const shown = await desk.put(
    'restaurant',
    place.documentId,
    { badges: { connect: [{ documentId: id(c), position }] } },
    'populate=badges',
  );
  expect(names(shown['badges'])).toEqual(['c', 'a', 'b']);

  // The other side sees it too, and publishing again changes nothing.
  expect(names((await desk.get('badge', id(c), 'populate=items'))['items'])).toEqual(['own']);
  await desk.act('restaurant', place.documentId, 'unpublish');
  const again = await desk.act('restaurant', place.documentId, 'publish', 'populate=badges');
  expect(names(again['badges'])).toEqual(['c', 'a', 'b']);

  const single = await desk.put('restaurant', place.documentId, { badge: id(b) }, 'populate=*');
  expect(single['badge'].documentId).toBe(id(b));
  expect(names(single['badges'])).toEqual(['b']);
});

it('a list loses only the entries whose document is deleted', async () => {
  const gone = await desk.post('tag', { name: 'gone' });
  const badge = await desk.post('badge', { name: 'D', items: [to('tag', gone), to('author', author)] });
  const comment = await desk.post('comment', { text: 'd', subject: to('tag', gone) });
  await desk.del('tag', gone.documentId);
  expect(names((await desk.get('badge', badge.documentId, 'populate=items'))['items'])).toEqual(['A']);
  expect((await desk.get('comment', comment.documentId, 'populate=subject'))['subject']).toBeNull();
});
