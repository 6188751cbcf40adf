import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const titles = (list: readonly { name: string }[]) => list.map(({ name }) => name);

it('publishing keeps row ids and entry ids, and counts versions', async () => {
  const first = await desk.post(
    'article',
    { title: 'a', sections: [{ heading: 'h' }], seo: { metaTitle: 'm' } },
    'populate=*',
  );
  const again = await desk.put('article', first.documentId, { title: 'b' }, 'populate=*');
  expect(again.id).toBe(first.id);
  expect(again['sections'][0].id).toBe(first['sections'][0].id);
  expect(again['seo'].id).toBe(first['seo'].id);
  const draft = await desk.get('article', first.documentId, 'status=draft&populate=*');
  expect(draft['sections']).toEqual(again['sections']);
  expect(draft['updatedAt']).toBe(again['updatedAt']);
  const versions = await desk.rows(
    'select cg_status as status, cg_version as version from articles where document_id = $1 order by cg_status',
    [first.documentId],
  );
  expect(versions).toEqual([
    { status: 'draft', version: 2 },
    { status: 'published', version: 2 },
  ]);
});

it('a target that is published later shows at its place', async () => {
  const [a, b, c] = await Promise.all(
    ['v1', 'v2', 'v3'].map((name, index) => desk.post('category', { name }, index === 1 ? 'status=draft' : '')),
  );
  const categories = [a!, b!, c!].map(({ documentId }) => documentId);
  const article = await desk.post('article', { title: 'later', categories }, 'populate=categories');
  expect(titles(article['categories'])).toEqual(['v1', 'v3']);
  await desk.act('category', b!.documentId, 'publish');
  const after = await desk.get('article', article.documentId, 'populate=categories');
  expect(titles(after['categories'])).toEqual(['v1', 'v2', 'v3']);
  await desk.act('category', a!.documentId, 'unpublish');
  await desk.act('category', a!.documentId, 'publish');
  expect(titles((await desk.get('article', article.documentId, 'populate=categories'))['categories'])).toEqual([
    'v1',
    'v2',
    'v3',
  ]);
});

it('a list that was unpublished comes back in its order on both sides', async () => {
  const readers = await Promise.all([1, 2, 3].map(() => desk.post('reader', {})));
  const ids = readers.map(({ documentId }) => documentId);
  const book = await desk.post('book', { readers: ids });
  await desk.post('book', { readers: ids });
  const lists = async () => {
    const shown = await desk.get('book', book.documentId, 'populate=readers');
    const inverse = await desk.get('reader', ids[0]!, 'populate=books');
    return [shown['readers'], inverse['books']].map((list) =>
      list.map(({ documentId }: { documentId: string }) => documentId),
    );
  };
  const before = await lists();
  await desk.act('book', book.documentId, 'unpublish');
  await expect(desk.get('book', book.documentId)).rejects.toMatchObject({ status: 404 });
  await desk.act('book', book.documentId, 'publish');
  expect(await lists()).toEqual(before);
});

it('discarding a draft resets values, entries and relations', async () => {
  const [a, b] = await Promise.all(['d1', 'd2'].map((name) => desk.post('category', { name })));
  const article = await desk.post('article', {
    title: 'kept',
    rating: 1,
    categories: [a!.documentId],
    sections: [{ heading: 'h' }],
  });
  await desk.put(
    'article',
    article.documentId,
    { title: 'lost', rating: 2, categories: [b!.documentId], sections: [] },
    'status=draft',
  );
  await desk.act('article', article.documentId, 'discard');
  const draft = await desk.get('article', article.documentId, 'status=draft&populate=*');
  expect([draft['title'], draft['rating'], titles(draft['categories'])]).toEqual(['kept', 1, ['d1']]);
  expect(draft['sections']).toHaveLength(1);
  await expect(desk.get('article', article.documentId, 'publicationFilter=modified')).rejects.toMatchObject({
    status: 404,
  });
});

it('a one-to-one target changes its published owner on publish, not before', async () => {
  const target = await desk.post('reader', { name: 'target' });
  const [x, y] = [await desk.post('book', { cover: target.documentId }), await desk.post('book', {})];
  await desk.put('book', y.documentId, { cover: target.documentId }, 'status=draft');
  const owner = async (query: string) =>
    (await desk.get('reader', target.documentId, `${query}&populate=covered`))['covered']?.documentId;
  expect([await owner('status=draft'), await owner('')]).toEqual([y.documentId, x.documentId]);
  await desk.act('book', y.documentId, 'publish');
  expect([await owner('status=draft'), await owner('')]).toEqual([y.documentId, y.documentId]);
  await desk.put('reader', target.documentId, { covered: x.documentId });
  expect([await owner('status=draft'), await owner('')]).toEqual([x.documentId, x.documentId]);
  await desk.put('reader', target.documentId, { covered: null }, 'status=draft');
  expect([await owner('status=draft'), await owner('')]).toEqual([undefined, x.documentId]);
  await desk.act('reader', target.documentId, 'publish');
  expect(await owner('')).toBeUndefined();
});

it('a document can point at itself, from both sides and through publishing', async () => {
  const tag = await desk.post('tag', { name: 'self' });
  const self = await desk.put('tag', tag.documentId, { buddies: [tag.documentId] }, 'populate=buddies');
  expect(titles(self['buddies'])).toEqual(['self']);
  const category = await desk.post('category', { name: 'root' }, 'status=draft');
  const shown = await desk.put('category', category.documentId, { children: [category.documentId] }, 'populate=*');
  expect([shown['parent'].name, titles(shown['children'])]).toEqual(['root', ['root']]);
});

it('attributes that are not localized are shared per status, and inherited', async () => {
  const article = await desk.post('article', { title: 'en', rating: 3, extra: { a: 1 } });
  const french = await desk.put('article', article.documentId, { title: 'fr' }, 'locale=fr');
  expect([french['rating'], french['extra'], french['isFeatured']]).toEqual([3, null, false]);
  await desk.put('article', article.documentId, { rating: 5 });
  expect((await desk.get('article', article.documentId, 'locale=fr'))['rating']).toBe(5);
  await desk.put('article', article.documentId, { rating: 7 }, 'locale=fr&status=draft');
  expect((await desk.get('article', article.documentId, 'status=draft'))['rating']).toBe(7);
  expect((await desk.get('article', article.documentId))['rating']).toBe(5);
});

it('a relation links documents of one locale, and refuses documents without a version in it', async () => {
  const english = await desk.post('article', { title: 'only en' });
  const post = () => desk.post('article', { title: 'fr', related: [english.documentId] }, 'locale=fr');
  await expect(post()).rejects.toThrow(`Document with id "${english.documentId}", locale "fr" not found`);
  await desk.put('article', english.documentId, { title: 'en fr' }, 'locale=fr');
  const related = (
    await desk.post('article', { title: 'fr', related: [english.documentId] }, 'locale=fr&populate=related')
  )['related'];
  expect(related.map((one: { title: string }) => one.title)).toEqual(['en fr']);
});

it('relations are kept per locale, also when written from a side without locales', async () => {
  const author = await desk.post('author', { name: 'w' });
  const article = await desk.post('article', { title: 'en' });
  await desk.put('article', article.documentId, { title: 'fr' }, 'locale=fr');
  await desk.put('author', author.documentId, { articles: [article.documentId] });
  const authorOf = async (locale: string) =>
    (await desk.get('article', article.documentId, `locale=${locale}&populate=author`))['author'];
  expect((await authorOf('en')).name).toBe('w');
  expect(await authorOf('fr')).toBeNull();
  await desk.put('article', article.documentId, { author: author.documentId }, 'locale=fr');
  const list = (
    await desk.put('author', author.documentId, { articles: { disconnect: [article.documentId] } }, 'populate=articles')
  )['articles'];
  expect(list).toEqual([]);
});

it('deleting a locale deletes the document with the last one', async () => {
  const article = await desk.post('article', { title: 'en' });
  await desk.put('article', article.documentId, { title: 'fr' }, 'locale=fr');
  await desk.del('article', article.documentId);
  await expect(desk.get('article', article.documentId)).rejects.toMatchObject({ status: 404 });
  expect((await desk.get('article', article.documentId, 'locale=fr'))['title']).toBe('fr');
  await desk.del('article', article.documentId, 'locale=fr');
  expect(await desk.rows('select 1 from cg_documents where id = $1', [article.documentId])).toEqual([]);
  await desk.del('article', article.documentId);
});

it('If-Match holds for writes and deletes', async () => {
  const { documentId } = await desk.post('article', { title: 'x' });
  await desk.put('article', documentId, { title: 'y' }, '', 'W/"1-anything"');
  await expect(desk.put('article', documentId, { title: 'z' }, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
  await expect(desk.del('article', documentId, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
  await desk.put('article', documentId, { title: 'z' }, '', '"1-x", "2-x"');
  await desk.del('article', documentId, '', '*');
});

it.each(['publish', 'discard'])(
  '%s does not take the ETag of the published version for a changed draft',
  async (action) => {
    const { documentId } = await desk.post('article', { title: 'x' });
    const tagOf = async (status: string) => {
      const [row] = await desk.rows<{ tag: string }>(
        `select '"' || id || '.' || cg_version || '-x"' as tag from articles where document_id = $1 and cg_status = $2`,
        [documentId, status],
      );
      return row!.tag;
    };
    const act = async (status: string) => desk.act('article', documentId, action, '', await tagOf(status));
    // The published version shows all that is published.
    if (action === 'publish') await act('published');
    await desk.put('article', documentId, { title: 'of another editor' }, 'status=draft');
    await expect(act('published')).rejects.toMatchObject({ status: 412 });
    await act('draft');

    const { documentId: category } = await desk.post('category', { name: `List of ${action}` });
    await desk.put('article', documentId, { categories: [category] }, 'status=draft');
    await expect(act('published')).rejects.toMatchObject({ status: 412 });
    await act('draft');
  },
);

it('an ETag names one version: of the draft or of the published one, and not one that was made again', async () => {
  const { documentId } = await desk.post('article', { title: 'x' });
  const tags = async () => {
    const rows = await desk.rows<{ status: string; tag: string }>(
      `select cg_status as status, '"' || id || '.' || cg_version || '-x"' as tag from articles where document_id = $1`,
      [documentId],
    );
    return Object.fromEntries(rows.map(({ status, tag }) => [status, tag]));
  };
  const put = (title: string, tag: string | undefined, query = '') =>
    desk.put('article', documentId, { title }, query, tag);
  const changed = { status: 412 };

  const first = await tags();
  await desk.put('article', documentId, { title: 'of another editor' }, 'status=draft');
  await expect(put('mine', first['draft'])).rejects.toMatchObject(changed);
  await expect(put('mine', first['published'], 'status=draft')).rejects.toMatchObject(changed);
  await put('mine', (await tags())['draft']);
  await put('mine again', (await tags())['published']);

  const published = await tags();
  await desk.act('article', documentId, 'unpublish');
  await desk.act('article', documentId, 'publish');
  await expect(put('late', published['published'])).rejects.toMatchObject(changed);
  await expect(desk.del('article', documentId, '', published['published'])).rejects.toMatchObject(changed);
  await desk.del('article', documentId, '', (await tags())['published']);
});

it('a change from the other side counts for the version of a document', async () => {
  const [book, reader] = [await desk.post('book', {}), await desk.post('reader', {})];
  await desk.put('reader', reader.documentId, { books: [book.documentId] });
  await expect(desk.put('book', book.documentId, { readers: [] }, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
});

it('a single type is one document until it is deleted, and another afterwards', async () => {
  const first = await desk.putSingle('homepage', { headline: 'a', visits: 1 });
  const french = await desk.putSingle('homepage', { headline: 'f' }, 'locale=fr');
  expect([french.documentId, french['visits']]).toEqual([first.documentId, 1]);
  await desk.delSingle('homepage', 'locale=*');
  await expect(desk.getSingle('homepage')).rejects.toMatchObject({ status: 404 });
  expect((await desk.putSingle('homepage', { headline: 'b' })).documentId).not.toBe(first.documentId);
});

it('a document from before its type had drafts keeps its content', async () => {
  const [category, author] = [await desk.post('category', { name: 'older' }), await desk.post('author', { name: 'o' })];
  const data = {
    title: 'old',
    rating: 4,
    author: author.documentId,
    categories: [category.documentId],
    sections: [{ heading: 'h' }],
  };
  const { documentId } = await desk.post('article', data);
  await desk.rows(`delete from articles where document_id = $1 and cg_status = 'draft'`, [documentId]);
  const shown = await desk.put('article', documentId, { rating: 5 }, 'populate=*');
  expect(shown).toMatchObject({
    title: 'old',
    rating: 5,
    author: { name: 'o' },
    categories: [{ name: 'older' }],
    sections: [{ heading: 'h' }],
  });
  expect(await desk.get('article', documentId, 'status=draft&populate=*')).toMatchObject({
    title: 'old',
    categories: [{ name: 'older' }],
  });
});

it('the document of a single type is published, unpublished and discarded', async () => {
  await desk.delSingle('homepage', 'locale=*');
  await expect(desk.actSingle('homepage', 'publish')).rejects.toMatchObject({ status: 404 });
  await desk.putSingle('homepage', { visits: 1 }, 'status=draft');
  await expect(desk.actSingle('homepage', 'publish')).rejects.toMatchObject({ status: 400 });
  await expect(desk.actSingle('homepage', 'discard')).rejects.toMatchObject({ status: 404 });
  await desk.putSingle('homepage', { headline: 'one' }, 'status=draft');
  expect(await desk.actSingle('homepage', 'publish')).toMatchObject({
    headline: 'one',
    publishedAt: expect.any(String),
  });
  await desk.putSingle('homepage', { headline: 'two' }, 'status=draft');
  expect(await desk.getSingle('homepage')).toMatchObject({ headline: 'one' });
  expect(await desk.actSingle('homepage', 'discard')).toMatchObject({ headline: 'one', publishedAt: null });
  expect(await desk.actSingle('homepage', 'unpublish')).toMatchObject({ headline: 'one', publishedAt: null });
  await expect(desk.getSingle('homepage')).rejects.toMatchObject({ status: 404 });
  await expect(desk.actSingle('homepage', 'publish', 'locale=fr')).rejects.toMatchObject({ status: 404 });
  await expect(desk.actSingle('setting', 'publish')).rejects.toMatchObject({ status: 404 });
});
