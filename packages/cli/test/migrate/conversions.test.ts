/** The values of attributes after their definition changes. */
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { cases, isDeep } from '../../../runtime/test/harness/suite.js';
import { definition } from '../command-line.js';
import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
});

/** Attributes by content type. */
type Definitions = Readonly<Record<string, readonly string[]>>;

/** A new site with these content types. */
async function begin(types: Definitions, components: Definitions = {}) {
  await site?.close();
  const database = await server.database();
  sql = database.sql;
  site = await createSite(database.url);
  await changeComponents({ one: [`text: { type: 'string' }`], two: [`text: { type: 'string' }`], ...components });
  await change(types);
  expect((await site.migrate('init')).code).toBe(0);
  await site.start();
}

const change = (types: Definitions) =>
  site.write(
    Object.fromEntries(
      Object.entries(types).map(([name, attributes]) => [`content/${name}.ts`, definition(name, attributes)]),
    ),
  );

const changeComponents = (components: Definitions) =>
  site.write(
    Object.fromEntries(
      Object.entries(components).map(([name, attributes]) => [
        `content/components/shared/${name}.ts`,
        `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ attributes: { ${attributes.join(', ')} } });\n`,
      ]),
    ),
  );

async function migrated(lossy = false) {
  expect((await site.migrate('change')).code).toBe(lossy ? 3 : 0);
  if (lossy) expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  await site.start();
}

const attribute = (type: string) => `value: { type: '${type}' }`;

type Conversion = readonly [from: string, value: unknown, to: string, after: unknown];

const kept: readonly Conversion[] = [
  ['integer', 42, 'string', '42'],
  ['datetime', '2026-01-02T03:04:05.678Z', 'string', '2026-01-02T03:04:05.678Z'],
  ['boolean', true, 'string', 'true'],
  ['json', { a: 1 }, 'text', '{"a": 1}'],
  ['string', ' 42 ', 'integer', 42],
  ['string', '', 'integer', null],
  ['string', '12.5', 'decimal', 12.5],
  ['string', 'true', 'boolean', true],
  ['string', '2026-01-02', 'date', '2026-01-02'],
  ['string', '2026-01-02T03:04:05Z', 'datetime', '2026-01-02T03:04:05.000Z'],
  ['text', 'Hello', 'json', 'Hello'],
  ['text', 'Hello', 'blocks', [{ type: 'paragraph', children: [{ type: 'text', text: 'Hello' }] }]],
  ['json', 7, 'integer', 7],
  ['integer', 7, 'biginteger', '7'],
  ['integer', 7, 'decimal', 7],
  ['integer', 7, 'float', 7],
  ['biginteger', '7', 'integer', 7],
  ['boolean', true, 'integer', 1],
  ['date', '2026-01-02', 'datetime', '2026-01-02T00:00:00.000Z'],
  ['decimal', 7.25, 'float', 7.25],
];

const lost: readonly Conversion[] = [
  ['decimal', 7.6, 'integer', 8],
  ['float', 7.256, 'decimal', 7.26],
  ['integer', 7, 'boolean', true],
  ['datetime', '2026-01-02T03:04:05.678Z', 'date', '2026-01-02'],
  ['integer', 7, 'date', null],
  // The API would show the hash, or take a text for one.
  ['password', 'correct horse', 'string', null],
  ['password', 'correct horse', 'json', null],
  ['string', 'correct horse', 'password', undefined],
];

/** Values inside components have the same conversions, so that the quick suite tries half of them at each place. */
const outcomes: readonly (readonly [string, typeof kept, boolean])[] = [
  ['are kept', kept, false],
  ['are kept in part with --allow-data-loss', lost, true],
];

test.each(isDeep ? outcomes : outcomes.slice(1))('values of changed types %s', async (_, conversions, lossy) => {
  const name = (index: number) => `value${index}`;
  const typed = (at: 0 | 2) => conversions.map((one, index) => `${name(index)}: { type: '${one[at]}' }`);
  await begin({ article: typed(0) });
  await site.api('POST', '/articles', Object.fromEntries(conversions.map(([, value], index) => [name(index), value])));
  await site.api('POST', '/articles', {});
  await change({ article: typed(2) });
  await migrated(lossy);
  const { data } = await site.api('GET', '/articles?sort=id');
  for (const [index, [from, value, to, after]] of conversions.entries()) {
    expect([from, value, to, data[0][name(index)]]).toEqual([from, value, to, after]);
    expect(data[1][name(index)]).toBe(to === 'password' ? undefined : null);
  }
});

test('a text without a time zone becomes a moment in UTC, whatever the time zone of the database', async () => {
  await begin({ article: [attribute('string')] });
  await site.api('POST', '/articles', { value: '2026-01-02T03:04' });
  await sql.unsafe(`alter database ${new URL(site.url).pathname.slice(1)} set timezone to 'America/New_York'`);
  await change({ article: [attribute('datetime')] });
  await migrated();
  expect((await site.api('GET', '/articles')).data).toMatchObject([{ value: '2026-01-02T03:04:00.000Z' }]);
});

test.each([
  ['12.345', 'decimal', 'this type has two decimals'],
  ['2026-01-02T03:04:05Z', 'date', 'a date has no time'],
])('the text %s does not lose a part as a %s', async (value, type, message) => {
  await begin({ article: [attribute('string')], page: [entries(one)] });
  await site.api('POST', '/pages', { value: { text: value } });
  await changeComponents({ one: [`text: { type: '${type}' }`] });
  const refusal = { code: 1, stderr: expect.stringContaining(`"${value} (${message})"`) as string };
  expect(await site.migrate('entries')).toMatchObject(refusal);

  await begin({ article: [attribute('string')] });
  await site.api('POST', '/articles', { value });
  await change({ article: [attribute(type)] });
  expect(await site.migrate('column')).toMatchObject(refusal);
  expect((await sql`select value from articles`)[0]).toEqual({ value });
});

const entries = (shape: string) => `value: { ${shape} }`;
const one = `type: 'component', component: 'shared.one'`;
const many = `${one}, repeatable: true`;
const zone = `type: 'dynamiczone', components: ['shared.one', 'shared.two']`;

const shapes: [string, from: string, value: unknown, to: string, after: unknown, lossy: boolean][] = [
  ['one entry becomes a list', one, { text: 'a' }, many, [{ text: 'a' }], false],
  ['a list becomes a zone', many, [{ text: 'a' }], zone, [{ __component: 'shared.one', text: 'a' }], false],
  ['a list becomes one entry', many, [{ text: 'a' }, { text: 'b' }], one, { text: 'a' }, true],
  [
    'a zone becomes a list',
    zone,
    [
      { __component: 'shared.two', text: 'x' },
      { __component: 'shared.one', text: 'a' },
      { __component: 'shared.one', text: 'b' },
    ],
    many,
    [{ text: 'a' }, { text: 'b' }],
    true,
  ],
  [
    'an entry of another component is lost',
    one,
    { text: 'a' },
    `type: 'component', component: 'shared.two'`,
    null,
    true,
  ],
  ['one entry becomes a zone', one, { text: 'a' }, zone, [{ __component: 'shared.one', text: 'a' }], false],
  ['an entry cannot become text', one, { text: 'a' }, `type: 'string'`, null, true],
];

test.each(cases(shapes, 4))('%s', async (_, from, value, to, after, lossy) => {
  await begin({ article: [entries(from)] });
  await site.api('POST', '/articles', { value });
  await change({ article: [entries(to)] });
  await migrated(lossy);
  const populate = to.includes('string') ? '' : '?populate=*';
  const { data } = await site.api('GET', `/articles${populate}`);
  if (after === null) expect(data[0].value).toBeNull();
  else expect(data[0].value).toMatchObject(after as object);
});

test.each(isDeep ? outcomes : outcomes.slice(0, 1))(
  'values of changed types inside components %s, also nested',
  async (_, conversions, lossy) => {
    const name = (index: number) => `value${index}`;
    const typed = (at: 0 | 2) => conversions.map((each, index) => `${name(index)}: { type: '${each[at]}' }`);
    const outer = `ones: { type: 'component', component: 'shared.one', repeatable: true }`;
    await begin({ article: [entries(zone)] }, { one: typed(0), two: [outer] });
    const values = Object.fromEntries(conversions.map(([, value], index) => [name(index), value]));
    await site.api('POST', '/articles', {
      value: [
        { __component: 'shared.one', ...values },
        { __component: 'shared.two', ones: [values, {}] },
      ],
    });
    await changeComponents({ one: typed(2) });
    await migrated(lossy);
    const { data } = await site.api('GET', '/articles?populate[value][populate]=*');
    const [direct, holder] = data[0].value;
    for (const [index, [from, value, to, after]] of conversions.entries()) {
      const shownAs = [direct, ...holder.ones].map((entry: Record<string, unknown>) => entry[name(index)]);
      expect([from, value, to, shownAs]).toEqual([
        from,
        value,
        to,
        [after, after, to === 'password' ? undefined : null],
      ]);
    }
  },
);

test('lists inside components become single and back, and unique values move with renames', async () => {
  const fields = (many: boolean) => [
    `code: { type: 'string', unique: true }`,
    `twos: { type: 'component', component: 'shared.two', repeatable: ${many} }`,
    `tags: { type: 'relation', relation: '${many ? 'manyToMany' : 'manyToOne'}', target: 'tag' }`,
  ];
  await begin({ article: [entries(one)], tag: [named] }, { one: fields(false) });
  const tag = (await site.api('POST', '/tags', { name: 'x' })).data.documentId as string;
  await site.api('POST', '/articles', { value: { code: 'first', twos: { text: 'a' }, tags: tag } });

  await changeComponents({
    one: [`key: { type: 'string', unique: true, renamedFrom: 'code' }`, ...fields(true).slice(1)],
  });
  await migrated();
  const read = async () => (await site.api('GET', '/articles?populate[value][populate]=*')).data[0].value;
  expect(await read()).toMatchObject({ key: 'first', twos: [{ text: 'a' }], tags: [{ name: 'x' }] });
  await expect(site.api('POST', '/articles', { value: { key: 'first' } })).rejects.toThrow('unique');

  await changeComponents({ one: [`key: { type: 'string', unique: true }`, ...fields(false).slice(1)] });
  await migrated(true);
  expect(await read()).toMatchObject({ key: 'first', twos: { text: 'a' }, tags: { name: 'x' } });
});

test('one file becomes a list of files and back', async () => {
  await begin({ article: [attribute('media')] });
  await site.api('POST', '/articles', {});
  await sql`
    insert into cg_files (document_id, name, hash, mime, size, url, provider)
    select 'f' || n, 'a', 'h' || n, 'image/png', 1, '/a', 'local' from generate_series(1, 2) n`;
  await sql`update articles set value = 2`;
  await change({ article: [`value: { type: 'media', multiple: true }`] });
  await migrated();
  expect([...(await sql`select value::integer[] from articles`)]).toEqual([{ value: [2] }]);
  await change({ article: [attribute('media')] });
  await migrated(true);
  expect([...(await sql`select value::integer from articles`)]).toEqual([{ value: 2 }]);
});

const named = `name: { type: 'string' }`;
const relation = (kind: string, more = '') => `value: { type: 'relation', relation: '${kind}', target: 'tag'${more} }`;
const back = (kind: string, name = 'articles') =>
  `${name}: { type: 'relation', relation: '${kind}', target: 'article', mappedBy: 'value' }`;

/** Articles a, b and c; tags x and y. */
async function related(article: string, values: readonly unknown[]) {
  await begin({ article: [named, article], tag: [named] });
  const ids: Record<string, string> = {};
  for (const name of ['x', 'y']) ids[name] = (await site.api('POST', '/tags', { name })).data.documentId;
  const idsOf = (value: unknown) =>
    Array.isArray(value) ? value.map((name: string) => ids[name]) : ids[String(value)];
  for (const [index, value] of values.entries()) {
    await site.api('POST', '/articles', { name: 'abc'[index], value: idsOf(value) });
  }
}

async function shown(path: string, attributeName: string) {
  const { data } = await site.api('GET', `${path}?populate=${attributeName}&sort=id`);
  return data.map((row: Record<string, any>) => {
    const value = row[attributeName];
    return Array.isArray(value) ? value.map(({ name }) => name as string) : (value?.name ?? null);
  });
}

test('a new other side of a relation has the order of its owners', async () => {
  await related(relation('manyToOne'), ['x', 'y', 'x']);
  await change({
    article: [named, relation('manyToOne', `, inversedBy: 'articles'`)],
    tag: [named, back('oneToMany')],
  });
  await migrated();
  expect(await shown('/tags', 'articles')).toEqual([['a', 'c'], ['b']]);
});

test('a new other side of a list has the order of its owners', async () => {
  await related(relation('manyToMany'), [['y', 'x'], ['x'], []]);
  const article = [named, relation('manyToMany', `, inversedBy: 'articles'`)];
  await change({ article, tag: [named, back('manyToMany')] });
  await migrated();
  expect(await shown('/articles', 'value')).toEqual([['y', 'x'], ['x'], []]);
  expect(await shown('/tags', 'articles')).toEqual([['a', 'b'], ['a']]);
});

test('the other side of a list that comes back has the places that it had, and new links behind them', async () => {
  await related(relation('manyToMany'), [['x'], ['x'], ['x']]);
  const oneWay = { article: [named, relation('manyToMany')], tag: [named] };
  const twoWay = {
    article: [named, relation('manyToMany', `, inversedBy: 'articles'`)],
    tag: [named, back('manyToMany')],
  };
  await change(twoWay);
  await migrated();
  const [x] = (await site.api('GET', '/tags?sort=id')).data;
  const [a, b, c] = (await site.api('GET', '/articles?sort=id')).data;
  await site.api('PUT', `/tags/${x.documentId}`, { articles: [c.documentId, b.documentId, a.documentId] });
  await change(oneWay);
  await migrated();
  const put = (id: string, value: object) => site.api('PUT', `/articles/${id}`, { value });
  await put(c.documentId, { disconnect: [x.documentId] });
  const d = (await site.api('POST', '/articles', { name: 'd', value: [x.documentId] })).data;
  await put(c.documentId, { connect: [x.documentId] });
  await change(twoWay);
  await migrated();
  expect((await shown('/tags', 'articles'))[0]).toEqual(['b', 'a', 'c', 'd']);
  const ids = [d, a, c, b].map(({ documentId }) => documentId as string);
  await site.api('PUT', `/tags/${x.documentId}`, { articles: ids });
  expect((await shown('/tags', 'articles'))[0]).toEqual(['d', 'a', 'c', 'b']);
});

test('a relation that becomes a list is published with what its draft had', async () => {
  const types = (kind: string) => ({ article: [named, relation(kind)], tag: [named] });
  const withDrafts = async (kind: string) => {
    const text = definition('article', types(kind).article).replace(
      'attributes:',
      'draftAndPublish: true,\n  attributes:',
    );
    await site.write({ 'content/article.ts': text });
  };
  await begin(types('manyToOne'));
  await withDrafts('manyToOne');
  await migrated();
  const [x, y] = [
    (await site.api('POST', '/tags', { name: 'x' })).data.documentId,
    (await site.api('POST', '/tags', { name: 'y' })).data.documentId,
  ];
  const { documentId } = (await site.api('POST', '/articles', { name: 'a', value: x })).data;
  await site.api('PUT', `/articles/${documentId}?status=draft`, { value: y });
  await withDrafts('manyToMany');
  await migrated();
  expect(await shown('/articles', 'value')).toEqual([['x']]);
  await site.api('PUT', `/articles/${documentId}`, { name: 'b' });
  expect(await shown('/articles', 'value')).toEqual([['y']]);
});

test('a target with several owners cannot become exclusive; a list keeps its first entry', async () => {
  await related(relation('manyToOne'), ['x', 'x']);
  const exclusive = {
    article: [named, relation('oneToOne', `, inversedBy: 'article'`)],
    tag: [named, back('oneToOne', 'article')],
  };
  await change(exclusive);
  const refused = await site.migrate('exclusive');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('articles.value cannot be unique') });

  await related(relation('manyToMany'), [['x', 'y'], ['x'], ['y']]);
  await change(exclusive);
  await migrated(true);
  expect(await shown('/articles', 'value')).toEqual(['x', null, 'y']);
});

test('a relation with a new target loses its links', async () => {
  await related(relation('manyToMany'), [['x'], []]);
  await change({ article: [named, relation('manyToMany').replace(`'tag'`, `'label'`)], label: [named] });
  await migrated(true);
  expect(await shown('/articles', 'value')).toEqual([[], []]);
});

test('a relation cannot become text', async () => {
  await related(relation('manyToOne'), ['x']);
  await change({ article: [named, attribute('string')] });
  await migrated(true);
  expect((await site.api('GET', '/articles')).data[0].value).toBeNull();
});

test('a newly required attribute with keepOldValues keeps its values, and is required from now on', async () => {
  await begin({ article: [named, attribute('string')] });
  await site.api('POST', '/articles', { name: 'a' });
  await change({ article: [named, `value: { type: 'string', required: true, keepOldValues: true }`] });
  await migrated(false);
  expect((await site.api('GET', '/articles')).data).toMatchObject([{ name: 'a', value: null }]);
  await expect(site.api('POST', '/articles', { name: 'b' })).rejects.toThrow('value must be defined');
});

test('a collection of one document becomes a single type, and one of several is an error', async () => {
  await begin({ article: [named] });
  await site.api('POST', '/articles', { name: 'only' });
  await site.api('POST', '/articles', { name: 'other' });
  const single = definition('article', [named]).replace(`name: 'article',`, `name: 'article',\n  kind: 'singleType',`);
  await site.write({ 'content/article.ts': single });
  const message = 'article cannot be a single type, because it has several documents: 2';
  expect(await site.migrate('single')).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  await sql`delete from cg_documents where id in (select document_id from articles where name = 'other')`;
  expect((await site.cli('migrate', 'apply')).code).toBe(0);
  await site.start();
  expect((await site.api('GET', '/article')).data.name).toBe('only');
});
