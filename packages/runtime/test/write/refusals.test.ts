import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FULL, type Site, openSite } from '../access/site.js';
import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('a body with a key or value that would be dropped', () => {
  const refused = { status: 400, name: 'ValidationError' };
  it.each<[string, unknown]>([
    ['a list beside the id of a file', { gallery: { id: 1, set: [2] } }],
    ['a file among other things', { gallery: { set: [{ id: 1, name: 'x' }] } }],
    ['a word that files do not know', { gallery: { set: [], options: {} } }],
    ['the type of something else', { vault: { __type: 'api::tag.tag', documentId: 'x' } }],
    ['strictness that is neither', { related: { connect: [], options: { strict: 'no' } } }],
    ['options that are none', { related: { connect: [], options: 5 } }],
  ])('is refused: %s', async (_what, data) => {
    await expect(desk.post('article', { title: 't', ...(data as object) })).rejects.toMatchObject(refused);
  });

  it('may name the right type of a relation', async () => {
    const vault = await desk.post('vault', { name: 'v' });
    const to = { __type: 'api::vault.vault', documentId: vault.documentId };
    const shown = await desk.post('article', { title: 't', vault: to }, 'populate=vault');
    expect(shown['vault'].name).toBe('v');
  });
});

it('two attributes of one relation are written in the order of the definition', async () => {
  const [x, y] = [await desk.post('badge', { name: 'x' }), await desk.post('badge', { name: 'y' })];
  // `badge` is defined before `badges`.
  const body = { badges: { connect: [y.documentId] }, badge: x.documentId };
  const made = await desk.post('restaurant', { name: 'r', ...body }, 'populate=*');
  expect(names(made['badges'])).toEqual(['x', 'y']);
  const again = await desk.put('restaurant', made.documentId, { badges: [], badge: y.documentId }, 'populate=*');
  expect([again['badge'], again['badges']]).toEqual([null, []]);
});

it('a shared entry is changed by its id when the first version of a locale is written', async () => {
  const made = await desk.post('guide', { box: { heading: 'h', level: 3 } }, 'populate=box');
  const box = { id: made['box'].id, heading: 'changed' };
  const french = await desk.put('guide', made.documentId, { box }, 'locale=fr&populate=box');
  expect(french['box']).toMatchObject({ ...box, level: 3 });
  expect((await desk.get('guide', made.documentId, 'populate=box'))['box']).toEqual(french['box']);
});

describe('the first version of a document in another locale, of a type without drafts', () => {
  it('needs its own required values, and takes the shared ones from the other locales', async () => {
    const shelf = (await desk.post('shelf', { name: 's' })).documentId;
    const shared = { color: 'red', codes: [{ value: 'c1' }], shelf, shelves: [shelf] };
    const { documentId } = await desk.post('label', { name: 'sea', ...shared });
    const missing = { status: 400, name: 'ValidationError', message: 'name must be defined.' };
    await expect(desk.put('label', documentId, {}, 'locale=fr')).rejects.toMatchObject({
      ...missing,
      details: { errors: [{ path: ['name'], message: missing.message, name: 'ValidationError' }] },
    });
    await expect(desk.put('label', documentId, { color: 'blue' }, 'locale=fr')).rejects.toMatchObject(missing);
    await expect(desk.get('label', documentId, 'locale=fr')).rejects.toMatchObject({ status: 404 });

    const french = await desk.put('label', documentId, { name: 'mer' }, 'locale=fr&populate=*');
    expect(french).toMatchObject({ name: 'mer', color: 'red', size: 1, codes: [{ value: 'c1' }] });
    expect([french['shelf'].documentId, names(french['shelves'])]).toEqual([shelf, ['s']]);
    // From then on the version is changed, and attributes that are not sent keep their value.
    expect(await desk.put('label', documentId, { color: 'blue' }, 'locale=fr')).toMatchObject({ name: 'mer' });
  });
});

it('ranks stay short when many lists are published one by one from the other side', async () => {
  const book = await desk.post('book', {});
  for (let count = 0; count < 30; count++) {
    const reader = await desk.post('reader', {});
    await desk.put('reader', reader.documentId, { books: [book.documentId] }, 'status=draft');
    await desk.act('reader', reader.documentId, 'publish');
  }
  const rows = await desk.rows<{ rank: string }>(
    `select rank from books_readers l join books b on b.id = l.source_id where b.document_id = $1 and b.cg_status = 'published' order by rank`,
    [book.documentId],
  );
  expect(rows).toHaveLength(30);
  expect(Math.max(...rows.map(({ rank }) => rank.length))).toBeLessThan(6);
});

it('a body with too many entries is refused, with a bounded number of errors', async () => {
  const draft = (data: object) => desk.post('article', { title: 't', ...data }, 'status=draft').catch((error) => error);
  const many = <T>(length: number, one: T) => Array.from({ length }, () => one);
  expect(await draft({ sections: many(300_000, {}) })).toMatchObject({ status: 400 });
  expect(await draft({ seo: { metaSocial: many(10_001, {}) } })).toMatchObject({ status: 400 });
  expect(await draft({ gallery: many(200_000, 1) })).toMatchObject({ status: 400 });
  const connect = many(30_000, { id: 1, position: {} });
  const error = await draft({ related: { connect } });
  expect(error.message).toBe('30000 errors occurred');
  expect(JSON.stringify(error.details).length).toBeLessThan(30_000);
});

describe('a wrong key', () => {
  const many = (length: number, one: object) => Array.from({ length }, () => one);
  const section = { heading: 'h' };
  const quote = { __component: 'blocks.quote', text: 'x' };

  it.each<[string, object, string]>([
    ['behind too many entries', { sections: many(10_001, section), nope: 1 }, 'Invalid key nope'],
    ['in one of too many', { sections: [...many(10_000, section), { nope: 1 }] }, 'Invalid key nope at sections'],
    ['behind a wrong value', { rating: 'x', seo: { nope: 1 } }, 'Invalid key nope at seo'],
    ['in a list in place of an entry', { seo: [{ metaTitle: 5 }, { nope: 1 }] }, 'Invalid key nope at seo'],
    ['in an entry in place of a list', { sections: { nope: 1 } }, 'Invalid key nope at sections'],
    ['in an entry in place of a zone', { content: { ...quote, nope: 1 } }, 'Invalid key nope at content'],
    ['below such an entry', { seo: [{ metaSocial: [{ nope: 1 }] }] }, 'Invalid key nope at seo.metaSocial'],
    ['that names a component outside of a zone', { seo: quote }, 'Invalid key __component at seo'],
  ])('is refused before any value: %s', async (_, data, message) => {
    await expect(desk.post('article', { title: 't', ...data }, 'status=draft')).rejects.toMatchObject({ message });
  });

  it.each<[string, object]>([
    ['in a component that is unknown', { content: [{ __component: 'nope', nope: 1 }] }],
    ['of a document that Strapi ignores', { publishedAt: 1, locale: 2, rating: 'x' }],
  ])('does not hide wrong values: %s', async (_, data) => {
    const refused = desk.post('article', { title: 't', ...data }, 'status=draft');
    await expect(refused).rejects.toMatchObject({ details: { errors: expect.any(Array) } });
  });
});

it.each<[string, object]>([
  ['as defined', { related: [{}], content: [{}] }],
  ['backwards', { content: [{}], related: [{}] }],
])('of the problems of relations as a whole, a body reports that of the last attribute: %s', async (_, data) => {
  const refused = desk.post('article', { title: 't', ...data }, 'status=draft');
  await expect(refused).rejects.toMatchObject({
    details: {
      errors: [
        { path: ['content', '0', '__component'] },
        { path: [], message: expect.stringContaining('component identifier is undefined') },
      ],
    },
  });
});

it.each(['page=abc', 'pageSize=1.5', 'page=1&pagination[start]=1', 'withCount=zz', 'after=zz'])(
  'a write whose query has a wrong page is refused, and writes nothing: pagination[%s',
  async (text) => {
    const query = `pagination[${text.replace('=', ']=')}`;
    const { documentId } = await desk.post('tag', { name: `before ${text}` });
    await expect(desk.post('tag', { name: `new ${text}` }, query)).rejects.toMatchObject({ status: 400 });
    await expect(desk.put('tag', documentId, { name: `changed ${text}` }, query)).rejects.toMatchObject({
      status: 400,
    });
    expect(await desk.rows(`select name from tags where name like $1`, [`%${text}`])).toEqual([
      { name: `before ${text}` },
    ]);
    await desk.put('tag', documentId, { name: `after ${text}` }, 'pagination[page]=2&pagination[pageSize]=1');
  },
);

describe('If-Match', () => {
  it('fails for a single type that does not exist', async () => {
    await desk.delSingle('setting');
    await expect(desk.putSingle('setting', { siteName: 'x' }, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
    await expect(desk.putSingle('setting', { siteName: 'x' }, '', '*')).rejects.toMatchObject({ status: 412 });
    await desk.putSingle('setting', { siteName: 'x' });
    await desk.putSingle('setting', { siteName: 'y' }, '', '"1-x"');
    await expect(desk.putSingle('setting', { siteName: 'z' }, '', '"1-x"')).rejects.toMatchObject({ status: 412 });
  });

  it('holds for a delete of all locales', async () => {
    const { documentId } = await desk.post('guide', { rating: 1 });
    await desk.put('guide', documentId, { title: 'fr' }, 'locale=fr');
    await desk.put('guide', documentId, { rating: 2 });
    await desk.put('guide', documentId, { rating: 3 });
    await expect(desk.del('guide', documentId, 'locale=*', '"1-x"')).rejects.toMatchObject({ status: 412 });
    const [row] = await desk.rows<{ version: number }>(
      `select cg_version as version from guides where document_id = $1 and cg_status = 'published' and locale = 'en'`,
      [documentId],
    );
    await desk.del('guide', documentId, 'locale=*', `"${row!.version}-x"`);
    expect(await desk.rows('select 1 from cg_documents where id = $1', [documentId])).toEqual([]);
  });
});

describe('forms', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (method: string, path: string, raw: string) =>
    site.request(method, `/api${path}`, { token: FULL, headers, raw });

  it.each(['{"data":{"name":"curl"}}', ' [{"name":"a=b&c"}]'])('say that %s is JSON', async (raw) => {
    const answers = await Promise.all(
      ['/tags', '/tags/actions/bulk', '/auth/local'].map((path) =>
        send('POST', path, raw).then(({ status, body }) => [status, body.error]),
      ),
    );
    const message =
      'The request body is JSON, but its header says "Content-Type: application/x-www-form-urlencoded". Send the header "Content-Type: application/json"';
    const error = { status: 400, name: 'ValidationError', message, details: {} };
    expect(answers).toEqual([
      [400, error],
      [400, error],
      [400, error],
    ]);
  });

  it('write text, numbers, lists, positions and entries', async () => {
    const made = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await send('POST', '/tags', `data[name]=${name}&data[weight]=7`)).body.data),
    );
    expect(made[0]).toMatchObject({ name: 'a', weight: 7 });
    const [a, b, c] = made.map(({ documentId }) => documentId as string);
    const list = `data[buddies][]=${a}&data[buddies][]=${b}`;
    const owner = (await send('POST', '/tags?populate=buddies', `data[name]=me+%26+you&${list}`)).body.data;
    expect([owner.name, names(owner.buddies)]).toEqual(['me & you', ['a', 'b']]);
    const first = `data[buddies][connect][0][documentId]=${c}&data[buddies][connect][0][position][start]=true`;
    const moved = await send('PUT', `/tags/${owner.documentId}?populate=buddies`, first);
    expect(names(moved.body.data.buddies)).toEqual(['c', 'a', 'b']);
    const loose = `data[buddies][connect][0][documentId]=${a}&data[buddies][connect][0][position][before]=${owner.documentId}`;
    const path = `/tags/${owner.documentId}?populate=buddies`;
    expect((await send('PUT', path, loose)).status).toBe(400);
    const placed = await send('PUT', path, `${loose}&data[buddies][options][strict]=false`);
    expect(names(placed.body.data.buddies)).toEqual(['c', 'b', 'a']);

    const entry = 'data[title]=t&data[sections][][heading]=h&data[sections][][level]=4';
    const single = await send('POST', '/articles?populate=sections', entry);
    expect(single.body.data.sections).toMatchObject([{ heading: 'h', level: 4 }]);

    const entries =
      'data[title]=t&data[sections][0][heading]=h&data[sections][1][heading]=i&data[sections][1][level]=4';
    const article = await send('POST', '/articles?populate=sections', entries);
    expect(article.body.data.sections).toMatchObject([
      { heading: 'h', level: 2 },
      { heading: 'i', level: 4 },
    ]);
  });

  it.each([
    'data[title]=t&data[nope]=1',
    'data[title]=t&data[__proto__][x]=1',
    'data[title]=t&data[title][x]=1',
    'data=x',
    '',
    'title=t',
    'data[title]=%00',
    'data[title]=t&data[author]=',
  ])('refuse %s', async (raw) => {
    expect((await send('POST', '/articles', raw)).status).toBe(400);
  });

  it.each(['"__proto__"', '"__\\u0070roto__"', '"\\u005f_proto__"'])('refuse a prototype in JSON: %s', async (key) => {
    for (const raw of [`{"data":{"title":"t",${key}:{"x":1}}}`, `{${key}:{"data":{"title":"t"}}}`]) {
      const { status, body } = await site.request('POST', '/api/articles', { token: FULL, raw });
      expect([status, body.error.message]).toEqual([400, 'Object contains forbidden prototype property']);
    }
  });

  it.each([900, 5_000, 100_000])('refuse a key that is nested %s levels deep, on every route', async (levels) => {
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    for (const path of ['/api/articles', '/api/auth/local', '/api/articles/actions/bulk', '/api/users']) {
      const raw = `{"data":${deep},"identifier":${deep},"password":${deep},"action":${deep},"email":${deep}}`;
      const { status } = await site.request('POST', path, { token: FULL, raw });
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });

  it('have the limits of JSON', async () => {
    const raw = `{"data":{"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const deep = await site.request('POST', '/api/articles', { token: FULL, raw });
    expect([deep.status, deep.body.error.message]).toEqual([400, 'The request body is nested too deeply']);
    expect((await send('POST', '/tags', `data[name]=${'x'.repeat(2_000_000)}`)).status).toBe(413);
  });
});
