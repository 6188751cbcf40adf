import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Desk, type Shown, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly details: { readonly errors?: readonly { path: string[]; message: string; value?: unknown }[] };
}

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  return work.then(
    () => expect.unreachable('it was accepted'),
    (error: Refusal) => error,
  );
}

/** Path and message of each error, in their order. */
async function told(work: Promise<unknown>): Promise<string[]> {
  const { message, details } = await refusal(work);
  const errors = details.errors ?? [{ path: ['-'], message }];
  return errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const strict = (data: object) => ({
  name: 'abc',
  parts: [{ heading: 'h' }],
  zone: [{ __component: 'blocks.quote', text: 't' }],
  ...data,
});

describe('text', () => {
  it.each(['null', 'undefined', 'NULL', 'true', '{}', '{null}'])('is stored unchanged: %j', async (text) => {
    const { documentId } = await desk.post('article', { title: text, body: text, secret: text, slug: null });
    const stored = { title: text, body: text, slug: null };
    expect(await desk.get('article', documentId)).toMatchObject(stored);
    expect(await desk.put('article', documentId, { title: 'other', body: null })).toMatchObject({ body: null });
    expect(await desk.put('article', documentId, { title: text, body: text }, 'status=draft')).toMatchObject(stored);
  });

  it('is unique unless it is empty', async () => {
    for (const slug of ['', '', null, null]) await desk.post('article', { title: 't', slug });
    const { documentId } = await desk.post('author', { name: 'a', email: null });
    await desk.post('category', { name: '' });
    await desk.post('category', { name: '' });
    await desk.post('category', { name: ' ' });
    expect(await told(desk.post('category', { name: ' ' }))).toEqual(['name: This attribute must be unique']);
    // Publishing a draft checks its values, too.
    const draft = await desk.post('category', { name: '' }, 'status=draft');
    expect(await desk.put('category', draft.documentId, {})).toMatchObject({ name: '' });
    expect(await desk.put('author', documentId, {})).toMatchObject({ email: null });
  });
});

describe('a value', () => {
  it.each([
    ['views', ' 5 ', '5'],
    ['views', '+5', '5'],
    ['contact', '"a b"@c.de', '"a b"@c.de'],
    ['contact', 'a@b_c.co', 'a@b_c.co'],
    ['contact', "o'neil@bücher.de", "o'neil@bücher.de"],
  ])('of %s is accepted: %j', async (name, sent, shown) => {
    expect((await desk.post('article', { title: 't', [name]: sent }))[name]).toBe(shown);
  });

  it.each([
    ['price', 'Infinity', 'price: price must be a finite number'],
    ['startsAt', ' 5 ', '-: Invalid format, expected a timestamp or an ISO date'],
    ['contact', 'a@-b.co', 'contact: contact must be a valid email'],
    ['contact', 'a@b..co', 'contact: contact must be a valid email'],
    ['contact', 'a@b.c1', 'contact: contact must be a valid email'],
  ])('of %s is refused: %j', async (name, sent, why) => {
    expect(await told(desk.post('article', { title: 't', [name]: sent }))).toEqual([why]);
  });

  it('of an invalid email gets no error about its length', async () => {
    expect(await told(desk.post('strict-item', strict({ mail: 'abc' })))).toEqual(['mail: mail must be a valid email']);
    const short = ['mail: mail must be at least 6 characters'];
    expect(await told(desk.post('strict-item', strict({ mail: 'a@b.c' })))).toEqual(short);
  });

  it('of a missing number is reported as NaN, as Strapi does', async () => {
    const { documentId: tag } = await desk.post('tag', { name: 't' });
    const item = { name: 'n', req: null, reqRel: tag, reqComp: { heading: 'h' } };
    const message = 'req: req must be a `number` type, but the final value was: `NaN`.';
    expect(await told(desk.post('plain-item', item))).toEqual([message]);
  });
});

describe('components', () => {
  it('have a __component in zones only', async () => {
    const seo = { metaTitle: 'm', __component: 'shared.seo' };
    expect(await refusal(desk.post('article', { title: 't', seo }))).toMatchObject({
      message: 'Invalid key __component at seo',
      details: { key: '__component', path: 'seo', source: 'body' },
    });
  });

  const known = expect.stringMatching(/^zone\.0\.__component: zone\[0\]\.__component must be one of the following/);
  const store = ': Cannot build relations store from dynamiczone, component identifier is undefined';
  const none = (what: string) => `zone.0: zone[0] must be a \`object\` type, but the final value was: ${what}.`;
  it.each([
    [null, [none('`null`'), ': Invalid relations']],
    ['x', [none('`null` (cast from the value `"x"`)'), ': Invalid relations']],
    [[], [none('`null` (cast from the value `[]`)'), ': Invalid relations']],
    [{}, ['zone.0.__component: zone[0].__component is a required field', store]],
    [{ __component: '' }, [known, store]],
    [
      { __component: null },
      [
        'zone.0.__component: zone[0].__component must be a `string` type, but the final value was: `null`.',
        known,
        store,
      ],
    ],
    [
      { __component: {} },
      [
        'zone.0.__component: zone[0].__component must be a `string` type, but the final value was: `{}`.',
        known,
        ': Invalid relations',
      ],
    ],
  ])('of a zone need a known __component: %j', async (entry, errors) => {
    expect(await told(desk.post('strict-item', strict({ zone: [entry] })))).toEqual(errors);
  });

  it('must be objects', async () => {
    const message =
      'parts.0: parts[0] must be a `object` type, but the final value was: `null` (cast from the value `1`).';
    expect(await told(desk.post('strict-item', strict({ parts: [1] })))).toEqual([message]);
  });

  it('of a zone with too many entries are named in the error', async () => {
    const zone = ['1', '2', '3'].map((text) => ({ __component: 'blocks.quote', text }));
    const { details } = await refusal(desk.post('strict-item', strict({ zone })));
    expect(details.errors![0]!.value).toMatchObject(zone);
  });

  it('that left a zone count for none of its rules', async () => {
    const quote = (text: string) => ({ __component: 'blocks.quote', text });
    const { documentId } = await desk.post('strict-item', strict({ zone: [quote('a'), quote('b')] }), 'status=draft');
    const gone = JSON.stringify([{ id: 1e9, documentId: 'x'.repeat(24), __component: 'blocks.gone', text: 'old' }]);
    await desk.rows('update strict_items set zone = $1::text::jsonb || zone where document_id = $2', [
      gone,
      documentId,
    ]);
    const { zone } = await desk.put('strict-item', documentId, { zone: [quote('c'), quote('d')] }, 'populate=zone');
    expect(zone).toMatchObject([quote('c'), quote('d')]);
    const stored = 'select count(*)::int as count from strict_items where document_id = $1 and zone @> $2::text::jsonb';
    expect(await desk.rows(stored, [documentId, gone])).toEqual([{ count: 2 }]);
  });
});

describe('the order of errors', () => {
  it('follows the attributes of each level', async () => {
    const data = {
      seo: { metaSocial: [{}, { network: 'twitter' }] },
      sections: [{}, { level: 0 }],
      content: [{ __component: 'blocks.quote' }, { __component: 'blocks.hero' }],
    };
    expect((await told(desk.post('article', data))).map((line) => line.split(':')[0])).toEqual([
      ...['title', 'seo.metaTitle', 'seo.metaSocial.0.network', 'seo.metaSocial.0.title', 'seo.metaSocial.1.title'],
      ...['sections.0.heading', 'sections.1.heading', 'sections.1.level', 'content.0.text', 'content.1.title'],
    ]);
  });

  it.each([
    [{ req: 'x', def: 1, defNum: 'x' }, ['name', 'req', 'reqComp', 'reqRel', 'defNum', 'def']],
    [{ name: null, req: null, reqRel: null, reqComp: null }, ['name', 'reqComp', 'req', 'reqRel']],
    [{ name: 1, req: 1.5, reqComp: { heading: 1 } }, ['name', 'reqRel', 'req', 'reqComp.heading']],
  ])('begins with type errors where names begin alike: %j', async (data, paths) => {
    expect((await told(desk.post('plain-item', data))).map((line) => line.split(':')[0])).toEqual(paths);
  });
});

describe('a body with several errors', () => {
  let tag: Shown;
  beforeAll(async () => {
    tag = await desk.post('tag', { name: 't' });
  });

  it('gets the error about missing documents first', async () => {
    const message = ['-: Document with id "zz", locale "null" not found'];
    expect(await told(desk.post('article', { title: 5, author: 'zz' }))).toEqual(message);
    expect(await told(desk.post('article', { title: 't', publishedOn: 'x', author: 'zz' }))).toEqual(message);
    expect(await told(desk.post('tag', { buddies: [99999, 'zz'] }))).toEqual(message);
    const content = [
      { __component: 'blocks.slider', tags: ['zz'] },
      { __component: 'blocks.quote', text: 1 },
    ];
    expect(await told(desk.post('article', { title: 't', content }))).toEqual(message);
  });

  it.each([
    ['article', { title: 't', related: ['zz'] }, 'locale=fr', 'fr'],
    ['article', { title: 't', categories: ['zz'] }, 'locale=fr', 'null'],
    ['author', { name: 'n', articles: ['zz'] }, '', 'en'],
    ['author', { name: 'n', articles: { disconnect: ['zz'] } }, 'locale=fr', 'en'],
    ['category', { name: 'n', articles: { connect: [{ documentId: 'zz' }] } }, 'status=draft', 'en'],
  ])('is told in which locale a document is missing: %s %j', async (type, data, query, locale) => {
    expect(await told(desk.post(type, data, query))).toEqual([
      `-: Document with id "zz", locale "${locale}" not found`,
    ]);
  });

  it('is told that no document has a number that disconnect names as documentId', async () => {
    const gone = (id: string, locale: string) => [`-: Document with id "${id}", locale "${locale}" not found`];
    const buddy = await desk.post('tag', { name: 'b' });
    const owner = await desk.post('tag', { name: 'o', buddies: [buddy.documentId] });
    const put = (disconnect: unknown, more: object = {}) =>
      told(desk.put('tag', owner.documentId, { buddies: { disconnect, ...more } }));
    for (const documentId of [99999, '99999']) {
      expect(await put([{ documentId }])).toEqual(gone('99999', 'null'));
      expect(await put({ documentId })).toEqual(gone('99999', 'null'));
      expect(await put([{ documentId: buddy.id }, { documentId }], { connect: [tag.documentId] })).toEqual(
        gone('99999', 'null'),
      );
      expect(await told(desk.post('author', { name: 'n', articles: { disconnect: [{ documentId }] } }))).toEqual(
        gone('99999', 'en'),
      );
      const items = { disconnect: [{ documentId, __type: 'api::tag.tag' }] };
      expect(await told(desk.post('badge', { items }))).toEqual(gone('99999', 'null'));
      const content = [{ __component: 'blocks.slider', tags: { disconnect: [{ documentId }] } }];
      expect(await told(desk.post('article', { title: 't', content }))).toEqual(gone('99999', 'null'));
    }
    const buddies = async (disconnect: unknown) => {
      const shown = await desk.put('tag', owner.documentId, { buddies: { disconnect } }, 'populate=buddies');
      return shown['buddies'].length;
    };
    expect(await buddies([99999, '99999', { id: 99999 }])).toBe(1);
    expect(await buddies([{ documentId: buddy.id }])).toBe(0);
  });

  it('gets the error about missing rows beside the others', async () => {
    const author = ': 1 relation(s) of type api::author.author associated with this entity do not exist';
    const title = 'title: title must be a `string` type, but the final value was: `5`.';
    expect(await told(desk.post('article', { title: 5, author: 99999 }))).toEqual([title, author]);
    expect(await told(desk.post('article', { title: 't', publishedOn: 'x', author: 99999 }))).toEqual([author]);
    const data = { cover: 99999, related: [99999], categories: [99998, 99999] };
    const categories = ': 2 relation(s) of type api::category.category associated with this entity do not exist';
    expect(await told(desk.post('article', { title: 't', ...data }))).toEqual([categories]);
  });

  it('gets the error about unique values where there are no drafts', async () => {
    await desk.post('author', { name: 'n', email: 'taken@x.io' });
    const taken = 'email: This attribute must be unique';
    expect(await told(desk.post('author', { email: 'taken@x.io' }))).toEqual(['name: name must be defined.', taken]);
    const own = await desk.post('author', { name: 'own', email: 'own@x.io' });
    const name = 'name: name must be a `string` type, but the final value was: `null`.';
    expect(await told(desk.put('author', own.documentId, { name: null, email: 'taken@x.io' }))).toEqual([name, taken]);
    expect(await told(desk.put('author', own.documentId, { name: null, email: 'own@x.io' }))).toEqual([name]);
    const articles = ': 1 relation(s) of type api::article.article associated with this entity do not exist';
    const both = { name: 'n', email: 'taken@x.io', articles: [99999] };
    expect(await told(desk.post('author', both))).toEqual([taken, articles]);
  });

  it('is not checked when its document does not exist', async () => {
    expect(await refusal(desk.put('tag', 'zzzz', { name: 5 }))).toMatchObject({ status: 404 });
    expect(await refusal(desk.put('author', tag.documentId, { name: 5 }))).toMatchObject({ status: 404 });
    expect(await refusal(desk.put('tag', tag.documentId, { name: 5 }))).toMatchObject({ status: 400 });
  });

  it('gets the error about its id before those of other keys', async () => {
    expect((await refusal(desk.post('tag', { nope: 1, id: 1 }))).message).toBe('Invalid key id');
  });
});

describe('relations', () => {
  let x: Shown;
  const tags: Shown[] = [];
  const id = (index: number) => tags[index]!.documentId;
  beforeAll(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) tags.push(await desk.post('tag', { name }));
    x = await desk.post('tag', { name: 'x', buddies: [id(0), id(1)] });
  });
  const connect = (...entries: unknown[]) => desk.put('tag', x.documentId, { buddies: { connect: entries } });
  const at = (index: number, position: object) => ({ documentId: id(index), position });

  it('have no positions in plain lists', async () => {
    const entry = at(2, { start: true });
    for (const buddies of [[entry], entry]) {
      expect((await refusal(desk.put('tag', x.documentId, { buddies }))).message).toBe(
        'Invalid key position at buddies',
      );
    }
  });

  it.each<unknown>([
    ...['1.5', '1.0', '1e0', '0x1', { connect: ['1e0'] }],
    ...[2 ** 63, '99999999999999999999', { connect: [{ foo: 1 }] }, { set: [{ foo: 1 }] }],
  ])('cannot be named by %j', async (buddies) => {
    expect(await told(desk.put('tag', x.documentId, { buddies }))).toEqual([': Invalid relations']);
  });

  it('are named by row ids, also as text', async () => {
    const buddies = [` ${tags[2]!.id}`];
    const shown = await desk.post('tag', { name: 'y', buddies }, 'populate=buddies');
    expect(shown['buddies'][0].documentId).toBe(id(2));
    const missing = ': 1 relation(s) of type api::tag.tag associated with this entity do not exist';
    expect(await told(desk.post('tag', { name: 'y', buddies: ['-1'] }))).toEqual([missing]);
  });

  it('are named by row ids in errors of connect', async () => {
    const [c, d] = [tags[2]!.id, tags[3]!.id];
    const twice = `The relation with id ${c} is already connected. You cannot connect the same relation twice.`;
    expect((await refusal(connect(id(2), at(2, { start: true })))).message).toBe(twice);
    const first = (position: string) =>
      `There was a problem connecting relation with id ${c} at position ${position}. The relation with id ${d} needs to be connected first.`;
    expect((await refusal(connect(at(2, { before: id(3) })))).message).toBe(first(`{"before":${d},"locale":"en"}`));
    expect((await refusal(connect(at(2, { after: d })))).message).toBe(first(`{"after":${d}}`));
  });

  it('cannot have themselves as anchor', async () => {
    const circle = /^A circular reference was found in the connect array\./;
    expect((await refusal(connect(at(2, { before: id(2) })))).message).toMatch(circle);
    expect((await refusal(connect(at(2, { after: id(3) }), at(3, { after: id(2) })))).message).toMatch(circle);
    expect((await refusal(connect(at(2, { after: id(3) }), id(3)))).message).toMatch(/needs to be connected first/);
  });

  it('of any type need a type', async () => {
    const entry = { documentId: id(2) };
    const [none, unknown] = [entry, { ...entry, __type: 'api::nope.nope' }];
    const details = { key: 'items', path: 'items', source: 'body' };
    for (const items of [[id(2)], [none], [unknown], none, { connect: [none] }, { disconnect: [unknown] }]) {
      expect(await refusal(desk.post('badge', { items }))).toMatchObject({ message: 'Invalid key items', details });
    }
  });

  it('to one take the last entry of a list', async () => {
    const author = await desk.post('author', { name: 'n' });
    for (const given of [
      ['zz', author.documentId],
      [99999, author.id],
    ]) {
      const shown = await desk.post('article', { title: 't', author: given }, 'populate=author');
      expect(shown['author'].documentId).toBe(author.documentId);
    }
    const missing = ': 1 relation(s) of type api::author.author associated with this entity do not exist';
    expect(await told(desk.post('article', { title: 't', author: [99998, 99999] }))).toEqual([missing]);
  });
});

it('a write takes one locale, as a text', async () => {
  const message = 'Invalid locale param en provided. Document locales must be strings.';
  expect((await refusal(desk.post('article', { title: 't' }, 'locale[0]=en'))).message).toBe(message);
});
