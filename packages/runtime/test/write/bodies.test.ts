import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Desk, type Shown, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

interface Refusal {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details: { readonly errors?: readonly Record<string, unknown>[] } & Record<string, unknown>;
}

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  return work.then(
    () => expect.unreachable('it was accepted'),
    (error: Refusal) => error,
  );
}

const strict = (data: object) => ({
  name: 'abc',
  parts: [{ heading: 'h' }],
  zone: [{ __component: 'blocks.quote', text: 't' }],
  ...data,
});

describe('a value', () => {
  it.each([{ a: [JSON.parse('1e400')] }, JSON.parse('-1e400'), '1e400'])(
    'of JSON with a number that no JSON can express is refused: %j',
    async (extra) => {
      const found = await refusal(desk.post('article', { title: 't', extra }));
      expect(found).toMatchObject({ status: 400, message: 'extra contains a number that is too large' });
    },
  );

  it.each([
    ['rating', ' 7 ', 7],
    ['rating', '1e1', 10],
    ['price', 1.005, 1.01],
    ['price', '-2.675', -2.68],
    ['price', 12345678.999, 12345679],
    ['score', '1.5', 1.5],
    ['views', 9007199254740992, '9007199254740992'],
    ['views', '-9223372036854775808', '-9223372036854775808'],
    ['isFeatured', '0', false],
    ['publishedOn', '2024-02-29T10:00:00Z', '2024-02-29'],
    ['startsAt', '2024-01-15 ', undefined],
    ['startsAt', '2024-01-15T10:00:00.123456+02:00', '2024-01-15T08:00:00.123Z'],
    ['startsAt', 0, '1970-01-01T00:00:00.000Z'],
    ['opensAt', '08:30:00.500', '08:30:00.5'],
    ['opensAt', '08:30:00.000', '08:30:00'],
    ['extra', '{"a":[1]}', { a: [1] }],
    ['extra', '"q"', '"q"'],
    ['extra', 'plain', 'plain'],
    ['extra', false, false],
  ])('of %s is accepted: %j', async (name, sent, shown) => {
    const post = desk.post('article', { title: 't', [name]: sent });
    if (shown === undefined) expect(await refusal(post)).toMatchObject({ status: 400 });
    else expect((await post)[name]).toEqual(shown);
  });

  it.each([
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['extra', { 'a\0': 1 }],
    ['blocks', [{ type: 'paragraph', children: [{ type: 'text', text: '\0' }] }]],
    ['rating', 2 ** 31],
    ['rating', '1e400'],
    ['price', 1e8],
    ['price', 99999999.999],
    ['score', '1e400'],
    ['views', '9223372036854775808'],
    ['publishedOn', '2024-02-30'],
    ['publishedOn', '0000-01-01'],
    ['opensAt', '24:00:00'],
    ['kind', 'News'],
  ])('of %s is refused: %j', async (name, sent) => {
    expect(await refusal(desk.post('article', { title: 't', [name]: sent }))).toMatchObject({
      status: 400,
      name: 'ValidationError',
    });
  });

  it('of JSON is refused when it is nested too deeply, also as text', async () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    for (const extra of [deep, JSON.parse(deep) as unknown]) {
      expect(await refusal(desk.post('article', { title: 't', extra }))).toMatchObject({ status: 400 });
    }
  });

  it('is checked against all limits when publishing, and against some in drafts', async () => {
    const problems = async (data: object, query = '') =>
      (await refusal(desk.post('strict-item', strict(data), query))).details.errors!.map(({ message }) => message);
    expect(await problems({ big: '5' })).toEqual(['big must be greater than or equal to 10']);
    expect(await problems({ big: '1001', mail: 'a@b.c' })).toEqual([
      'big must be less than or equal to 1000',
      'mail must be at least 6 characters',
    ]);
    expect(await problems({ zone: [{ __component: 'blocks.slider' }] })).toEqual([
      'zone[0].__component must be one of the following values: blocks.quote, blocks.hero',
    ]);
    expect(await problems({ qty: 9 }, 'status=draft')).toEqual(['qty must be less than or equal to 5']);
    await desk.post('strict-item', strict({ qty: 0, big: '5', name: 'a', code: 'x' }), 'status=draft');
  });

  it('of a list of components or a zone that is not required may be empty, whatever its min', async () => {
    const empty = { parts: [], zone: [] };
    const posted = await desk.post('strict-item', strict(empty), 'populate=parts,zone');
    expect(posted).toMatchObject(empty);
    const { documentId } = await desk.post('strict-item', strict({}));
    expect(await desk.put('strict-item', documentId, empty, 'populate=parts,zone')).toMatchObject(empty);
    expect(await desk.put('strict-item', documentId, { name: 'abcd' }, 'populate=parts,zone')).toMatchObject(empty);
    const draft = await desk.post('strict-item', { name: 'abc' }, 'status=draft');
    expect(await desk.act('strict-item', draft.documentId, 'publish', 'populate=parts,zone')).toMatchObject(empty);
  });

  it('of a list with too many entries is repeated with the components and files in its entries', async () => {
    const [file] = await desk.rows<{ id: number }>(
      `insert into cg_files (document_id, name, hash, mime, size, url, provider) values ('i', 'a.png', 'a', 'image/png', 1, '/a', 'local') returning id`,
    );
    const seo = { metaTitle: 'm', hiddenNote: 'private', metaSocial: [{ network: 'twitter', title: 'x' }] };
    const heroes = [{ title: 'a' }, { title: 'b', image: file!.id, seo }, { title: 'c' }];
    const zone = heroes.map((hero) => ({ __component: 'blocks.hero', ...hero }));
    const { details } = await refusal(desk.post('strict-item', strict({ zone })));
    const id = expect.any(Number);
    const social = [{ id, network: 'twitter', title: 'x', image: null }];
    const shown = { id, metaTitle: 'm', metaDescription: null, metaImage: null, metaSocial: social };
    const empty = { id, image: null, seo: null, __component: 'blocks.hero' };
    expect(details.errors![0]!['value']).toEqual([
      { ...empty, title: 'a' },
      { ...empty, title: 'b', image: { set: [{ id: Number(file!.id) }] }, seo: shown },
      { ...empty, title: 'c' },
    ]);
  });

  it('of a password is stored as a hash and never returned', async () => {
    const short = await refusal(desk.post('strict-item', strict({ pw: 'abc' })));
    expect(short.message).toBe('pw must be at least 6 characters');
    const wrong = await refusal(desk.post('strict-item', strict({ pw: ['secret'] })));
    expect(JSON.stringify([short.details, wrong.message, wrong.details])).not.toMatch(/abc|secret/);
    const { documentId } = await desk.post('strict-item', strict({ pw: 'correct horse' }));
    const [row] = await desk.rows<{ pw: string }>('select pw from strict_items where document_id = $1', [documentId]);
    expect(row!.pw).toMatch(/^\$argon2/);
  });

  it('of media is refused when the attribute does not allow the kind of file', async () => {
    const [file] = await desk.rows<{ id: number }>(
      `insert into cg_files (document_id, name, hash, mime, size, url, provider) values ('f', 'note.txt', 'h', 'text/plain', 1, '/f', 'local') returning id`,
    );
    const draft = await desk.post('article', { title: 't', cover: file!.id }, 'status=draft&populate=cover');
    expect(draft['cover'].name).toBe('note.txt');
    expect((await refusal(desk.act('article', draft.documentId, 'publish'))).message).toBe(
      'cover must be one of the following types: images',
    );
    const connected = await desk.post('article', { title: 't', gallery: { connect: [file!.id] } }, 'populate=gallery');
    expect(connected['gallery']).toHaveLength(1);
    const gallery = (await desk.post('article', { title: 't', gallery: [file!.id, file!.id] }, 'populate=gallery'))[
      'gallery'
    ];
    expect(gallery).toHaveLength(1);
  });
});

describe('a body with an unknown or fixed key', () => {
  it.each([
    [{ nope: 1 }, 'Invalid key nope', { key: 'nope', path: null, source: 'body' }],
    [{ id: 1 }, 'Invalid key id', { key: 'id', source: 'body' }],
    [{ createdAt: 'x' }, 'Invalid key createdAt', { key: 'createdAt', path: 'createdAt', source: 'body' }],
    [{ constructor: {} }, 'Invalid key constructor', { key: 'constructor', path: null, source: 'body' }],
    [{ author: { name: 'x' } }, 'Invalid key name at author', { key: 'name', path: 'author', source: 'body' }],
    [
      { categories: [{ documentId: 'x', name: 'y' }] },
      'Invalid key name at categories',
      { key: 'name', path: 'categories', source: 'body' },
    ],
    [
      { content: [{ __component: 'blocks.quote', x: 1 }] },
      'Invalid key x at content',
      { key: 'x', path: 'content', source: 'body' },
    ],
  ])('is refused: %j', async (data, message, details) => {
    expect(await refusal(desk.post('article', { title: 't', ...data }))).toMatchObject({ message, details });
  });

  it('has publishedAt and locale ignored', async () => {
    const shown = await desk.post('article', { title: 't', publishedAt: null, locale: 'fr' });
    expect([shown['locale'], shown['publishedAt']]).toEqual(['en', expect.any(String)]);
  });
});

describe('a body with components', () => {
  let article: Shown;
  beforeAll(async () => {
    article = await desk.post(
      'article',
      {
        title: 't',
        seo: { metaTitle: 'm', metaDescription: 'd', metaSocial: [{ network: 'twitter', title: 'x' }] },
        sections: [{ heading: '1' }, { heading: '2' }],
      },
      'populate[seo][populate]=*&populate[sections]=true',
    );
  });
  const put = (data: object, query = 'populate[seo][populate]=*&populate[sections]=true') =>
    desk.put('article', article.documentId, data, query);

  it('changes an entry that is named by its id, at any depth, and keeps the rest', async () => {
    const { seo } = article as Record<string, any>;
    const [social] = seo.metaSocial;
    const shown = await put({
      seo: {
        id: seo.id,
        metaTitle: 'n',
        metaSocial: [
          { id: social.id, title: 'y' },
          { network: 'facebook', title: 'z' },
        ],
      },
    });
    expect(shown['seo']).toMatchObject({ id: seo.id, metaTitle: 'n', metaDescription: 'd' });
    expect(shown['seo'].metaSocial).toMatchObject([{ id: social.id, network: 'twitter', title: 'y' }, { title: 'z' }]);
  });

  it('reorders entries by id, replaces entries without, and cannot use ids of others', async () => {
    const [first, second] = article['sections'] as [Shown, Shown];
    const shown = await put({ sections: [{ id: second.id }, { heading: 'new' }, { id: first.id, level: 4 }] });
    expect(shown['sections']).toMatchObject([
      { id: second.id, heading: '2' },
      { heading: 'new', level: 2 },
      { id: first.id, heading: '1', level: 4 },
    ]);
    const other = await desk.post('article', { title: 'o', sections: [{ heading: 'theirs' }] }, 'populate=sections');
    const [theirs] = other['sections'];
    expect(await refusal(put({ sections: [{ id: theirs.id }] }))).toMatchObject({
      name: 'ApplicationError',
      message: 'Some of the provided components in sections are not related to the entity',
    });
    expect(await refusal(put({ sections: [{ id: first.id }, { id: first.id }] }))).toMatchObject({
      name: 'ApplicationError',
    });
    // Strapi throws another error for the entries of a zone.
    expect(await refusal(put({ content: [{ __component: 'blocks.quote', id: theirs.id }] }))).toMatchObject({
      status: 400,
      name: 'Error',
      message: 'Some of the provided components in content are not related to the entity',
      details: null,
    });
  });

  it('keeps relations and files of entries in the given order', async () => {
    const tags = await Promise.all(['1', '2', '3'].map((name) => desk.post('tag', { name })));
    const ids = tags.map(({ documentId }) => documentId);
    const query = 'populate[content][on][blocks.slider][populate]=tags';
    const names = (shown: Shown) => shown['content'][0].tags.map(({ name }: { name: string }) => name);
    const first = await put({ content: [{ __component: 'blocks.slider', tags: ids.slice(0, 2) }] }, query);
    expect(names(first)).toEqual(['1', '2']);
    const { id } = first['content'][0];
    const connect = [{ documentId: ids[2], position: { before: ids[1] } }];
    const second = await put(
      { content: [{ __component: 'blocks.slider', id, tags: { connect, disconnect: [ids[0]] } }] },
      query,
    );
    expect(names(second)).toEqual(['3', '2']);
    await desk.del('tag', ids[2]!);
    expect(names(await desk.get('article', article.documentId, query))).toEqual(['2']);
  });

  it('stores values in entries as the API shows them', async () => {
    const code = { value: 'stored', price: '10.005', at: '2024-01-15T10:00:00+02:00', big: 12 };
    const shown = await desk.post('strict-item', strict({ codes: [code] }), 'populate=codes');
    expect(shown['codes'][0]).toMatchObject({ price: 10.01, at: '2024-01-15T08:00:00.000Z', big: '12' });
  });

  it('keeps unique values of entries unique per locale, in published versions', async () => {
    const post = (...values: string[]) =>
      desk.post('strict-item', strict({ codes: values.map((value) => ({ value })) }));
    const first = await post('u1', 'u2');
    expect((await refusal(post('u3', 'u2'))).details.errors).toMatchObject([
      { path: ['codes', '1', 'value'], value: 'u2' },
    ]);
    expect((await refusal(post('u4', 'x', 'u4'))).details.errors).toMatchObject([
      { path: ['codes', '0', 'value'] },
      { path: ['codes', '2', 'value'] },
    ]);
    await desk.put('strict-item', first.documentId, { codes: [{ value: 'u2' }] });
    await post('u1');
    await desk.act('strict-item', first.documentId, 'unpublish');
    await post('u2');
    expect((await refusal(desk.act('strict-item', first.documentId, 'publish'))).message).toBe(
      'This attribute must be unique',
    );
  });
});

describe('a body that misses requirements', () => {
  it('gets all missing attributes of a type without drafts at once', async () => {
    const { message, details } = await refusal(desk.post('plain-item', {}));
    expect(message).toBe('4 errors occurred');
    expect(details.errors!.map(({ path }) => path)).toEqual([['name'], ['reqComp'], ['reqRel'], ['req']]);
  });

  it('cannot remove a required value', async () => {
    const tag = await desk.post('tag', {});
    const item = await desk.post('plain-item', {
      name: 'a',
      req: 1,
      reqRel: tag.documentId,
      reqComp: { heading: 'h' },
    });
    for (const data of [
      { reqRel: null },
      { reqRel: { disconnect: [tag.documentId] } },
      { reqComp: null },
      { req: null },
      { name: null },
    ]) {
      expect(await refusal(desk.put('plain-item', item.documentId, data))).toMatchObject({ status: 400 });
    }
    expect((await desk.put('plain-item', item.documentId, { def: 'x' }))['def']).toBe('x');
  });

  it('gets all values that are not unique at once', async () => {
    await desk.post('strict-item', strict({ uniq: 'A', slug: 'a', num: 1, txt: 'same', day: '2024-01-01' }));
    const { details } = await refusal(
      desk.post('strict-item', strict({ uniq: 'A', slug: 'a', num: 1, txt: 'same', day: '2024-01-01' })),
    );
    expect(details.errors!.map(({ path, value }) => [path, value])).toEqual([
      [['uniq'], 'A'],
      [['slug'], 'a'],
      [['txt'], 'same'],
      [['day'], '2024-01-01'],
      [['num'], 1],
    ]);
  });

  it('writes nothing when it has one error', async () => {
    const count = async () => (await desk.rows('select 1 from cg_documents')).length;
    const before = await count();
    await refusal(desk.post('article', { title: 't', categories: ['missing'] }));
    await refusal(desk.post('article', { body: 'no title' }));
    await refusal(desk.post('article', { title: 't' }, 'populate=nope'));
    expect(await count()).toBe(before);
  });
});
