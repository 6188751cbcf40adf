import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, type Shown, openDesk } from './desk.js';

/** Entries hold ids in JSON, where no key of the database looks after them. Whatever is deleted is gone all the same. */
let desk: Desk;
let files = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function file(mime = 'image/png'): Promise<number> {
  const [row] = await desk.rows<{ id: number }>(
    `insert into cg_files (document_id, name, hash, mime, size, url, provider) values ($1, $1, $1, $2, 1, '/x', 'local') returning id::integer`,
    [`file${++files}`, mime],
  );
  return row!.id;
}

interface Things {
  readonly category: Shown;
  readonly tags: readonly [Shown, Shown, Shown];
  readonly images: readonly [number, number, number];
}

async function things(): Promise<Things> {
  const tag = (name: string) => desk.post('tag', { name });
  return {
    category: await desk.post('category', { name: `c${++files}` }),
    tags: [await tag('a'), await tag('b'), await tag('c')],
    images: [await file(), await file(), await file()],
  };
}

const pointing = ({ category, tags, images }: Things) => ({
  to: category.documentId,
  many: tags.map(({ documentId }) => documentId),
  about: { __type: 'api::category.category', documentId: category.documentId },
  abouts: [
    { __type: 'api::tag.tag', documentId: tags[0].documentId },
    { __type: 'api::category.category', documentId: category.documentId },
    { __type: 'api::tag.tag', documentId: tags[2].documentId },
  ],
  image: images[1],
  images,
});

const panel = (all: Things) => ({
  ...pointing(all),
  inner: { name: 'inner', ...pointing(all) },
  inners: [{ name: 'first', ...pointing(all) }, { name: 'second' }],
});

async function pageOf(all: Things): Promise<Shown> {
  const zone = [{ __component: 'blocks.panel', ...panel(all) }];
  return desk.post('page', { title: 'p', main: panel(all), panels: [panel(all)], zone, gallery: all.images });
}

/** The category, the tag in the middle and the image in the middle. */
async function deleteSome({ category, tags, images }: Things): Promise<readonly string[]> {
  await desk.del('category', category.documentId);
  await desk.del('tag', tags[1].documentId);
  await desk.rows('delete from cg_files where id = $1', [images[1]]);
  return [category.documentId, tags[1].documentId];
}

const DEEP = ['main', 'panels', 'zone'].flatMap((name) => [
  ...['inner', 'inners'].map((inner) => `populate[${name}][populate][${inner}][populate]=*`),
  ...['to', 'many', 'about', 'abouts', 'image', 'images'].map((key) => `populate[${name}][populate][${key}]=true`),
]);
const EVERYTHING = `${DEEP.join('&')}&populate[gallery]=true`;

it.each(['published', 'draft'])('a deleted target is not shown, and the rest keeps its order (%s)', async (status) => {
  const all = await things();
  const { documentId } = await pageOf(all);
  const whole = await desk.get('page', documentId, `${EVERYTHING}&status=${status}`);
  expect(whole['main'].inners[0].many).toHaveLength(3);
  const gone = await deleteSome(all);
  const shown = await desk.get('page', documentId, `${EVERYTHING}&status=${status}`);
  for (const id of gone) expect(JSON.stringify(shown)).not.toContain(id);

  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
  const holders = [shown['main'], shown['panels'][0], shown['zone'][0]].flatMap((one) => [
    one,
    one.inner,
    one.inners[0],
  ]);
  expect(holders).toHaveLength(9);
  for (const holder of holders) {
    expect([holder.to, holder.about, holder.image]).toEqual([null, null, null]);
    expect(ids(holder.many)).toEqual([all.tags[0].id, all.tags[2].id]);
    expect(ids(holder.abouts)).toEqual([all.tags[0].id, all.tags[2].id]);
    expect(ids(holder.images)).toEqual([all.images[0], all.images[2]]);
  }
  expect(ids(shown['gallery'])).toEqual([all.images[0], all.images[2]]);
  const counted = await desk.get('page', documentId, 'populate[main][populate][many][count]=true');
  expect(counted['main'].many).toEqual({ count: 2 });
});

it('a filter does not match through a deleted target', async () => {
  const all = await things();
  const { documentId } = await pageOf(all);
  const [category, tag] = await deleteSome(all);
  const found = async (filter: string) =>
    (await desk.list('page', `filters[documentId]=${documentId}&filters${filter}`)).length;
  for (const path of ['[main]', '[panels]', '[main][inner]', '[panels][inners]']) {
    expect(await found(`${path}[to][documentId]=${category}`)).toBe(0);
    expect(await found(`${path}[to][documentId][$notNull]=true`)).toBe(0);
    expect(await found(`${path}[to][$null]=true`)).toBe(1);
    expect(await found(`${path}[many][documentId]=${tag}`)).toBe(0);
    expect(await found(`${path}[many][name]=b`)).toBe(0);
    expect(await found(`${path}[many][name]=c`)).toBe(1);
  }
});

it('a document with a deleted target can be written, and does not bring it back', async () => {
  const all = await things();
  const { documentId } = await pageOf(all);
  const gone = await deleteSome(all);
  await desk.put('page', documentId, { title: 'again' });
  const draft = await desk.get('page', documentId, 'status=draft&populate=panels');
  const [{ id }] = draft['panels'];
  const [a, , c] = all.tags;
  const connect = (anchor: string) => ({ connect: [{ documentId: c.documentId, position: { before: anchor } }] });
  const put = (many: unknown) => desk.put('page', documentId, { panels: [{ id, many }] }, EVERYTHING);
  await expect(put(connect(gone[1]!))).rejects.toMatchObject({ status: 400 });
  await expect(put([gone[1]])).rejects.toMatchObject({ status: 400 });
  const shown = await put(connect(a.documentId));
  expect(shown['panels'][0].many.map((one: Shown) => one.id)).toEqual([c.id, a.id]);
  for (const one of gone) expect(JSON.stringify(shown)).not.toContain(one);
  await desk.act('page', documentId, 'unpublish');
  await desk.act('page', documentId, 'publish');
  await desk.act('page', documentId, 'discard');
});

it('a required relation is missing again after its target was deleted', async () => {
  const all = await things();
  const [category, tags, images] = [all.category, all.tags, all.images];
  const needy = {
    __component: 'blocks.needy',
    to: category.documentId,
    many: [tags[1].documentId],
    image: images[1],
    images: [images[1]],
  };
  const { documentId } = await desk.post('page', { zone: [needy], gallery: [images[1]] });
  await deleteSome(all);
  // The published version stays, and a draft may lack any value.
  await desk.put('page', documentId, { title: 'draft' }, 'status=draft');
  const error = await desk.put('page', documentId, {}).catch((reason: unknown) => reason as { details: any });
  const paths = (error as { details: any }).details.errors.map((one: { path: string[] }) => one.path.join('.'));
  expect(paths.toSorted()).toEqual(['gallery', 'zone.0.image', 'zone.0.images', 'zone.0.many', 'zone.0.to']);
});
