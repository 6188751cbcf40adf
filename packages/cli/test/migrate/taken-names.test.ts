/** Tables and columns that take names which others had until the same migration. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestServer, startServer } from './server.js';
import { type Site, createSite } from './site.js';

let server: TestServer;
let site: Site;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  site = await createSite((await server.database()).url);
});
afterEach(() => site?.close());
afterAll(() => server?.stop());

const string = { type: 'string' };
const links = { type: 'relation', relation: 'manyToMany', target: 'tag' };

/** Writes these types, by name. */
const define = (types: Readonly<Record<string, object>>) =>
  site.write(
    Object.fromEntries(
      Object.entries({ tag: { attributes: { name: string } }, ...types }).map(([name, type]) => [
        `content/${name}.ts`,
        `import { defineContentType } from 'content-gen';\n\nexport default defineContentType(${JSON.stringify(type)});\n`,
      ]),
    ),
  );

async function begin(types: Readonly<Record<string, object>>) {
  await define(types);
  expect(await site.migrate('init')).toMatchObject({ code: 0 });
  await site.start();
  return (await site.api('POST', '/tags', { name: 'x' })).data.documentId as string;
}

async function migrated(lossy: boolean) {
  expect((await site.migrate('change')).code).toBe(lossy ? 3 : 0);
  if (lossy) expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  await site.start();
}

const article = (attributes: object) => ({ article: { attributes } });
const both = { myTitle: string, my_title: string };

test.each<[string, before: object, now: object, after: object, lossy: boolean]>([
  ['of a removed attribute', both, { myTitle: string }, { myTitle: 'camel' }, true],
  [
    'of a renamed attribute',
    both,
    { myTitle: string, other: { ...string, renamedFrom: 'my_title' } },
    { myTitle: 'camel', other: 'snake' },
    false,
  ],
  [
    'of a removed attribute of another type',
    { myTitle: string },
    { my_title: { type: 'integer' } },
    { my_title: null },
    true,
  ],
])('an attribute takes the column %s', async (_, before, now, after, lossy) => {
  await begin(article(before));
  const values = { myTitle: 'camel', my_title: 'snake' };
  await site.api('POST', '/articles', Object.fromEntries(Object.entries(values).filter(([key]) => key in before)));
  await define(article(now));
  await migrated(lossy);
  expect((await site.api('GET', '/articles')).data).toMatchObject([after]);
});

test('a relation takes the link table of a removed one', async () => {
  const tag = await begin(article({ myTags: links, my_tags: links }));
  await site.api('POST', '/articles', { myTags: [tag], my_tags: [tag] });
  await define(article({ myTags: links }));
  await migrated(true);
  expect((await site.api('GET', '/articles?populate=*')).data).toMatchObject([{ myTags: [{ name: 'x' }] }]);
});

const inTable = (table: string, title: object = string) => ({ table, attributes: { title, tags: links } });

test('a type takes the table of another one, which gets a new one', async () => {
  const tag = await begin({ article: inTable('one'), page: inTable('two') });
  for (const path of ['/articles', '/pages']) await site.api('POST', path, { title: path, tags: [tag] });
  await define({ article: inTable('two'), page: inTable('three') });
  await migrated(false);
  for (const path of ['/articles', '/pages']) {
    expect((await site.api('GET', `${path}?populate=*`)).data).toMatchObject([{ title: path, tags: [{ name: 'x' }] }]);
  }

  await define({ article: inTable('three'), page: inTable('two') });
  expect(await site.cli('migrate', 'plan')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The table two cannot become three, because that is another table') as string,
  });
});

test.each([
  ['moves into it', inTable('two'), ['/articles']],
  ['is new', inTable('one'), []],
])('the table of a removed type is free for a type that %s', async (_, now, kept) => {
  const tag = await begin({ article: inTable('one'), page: inTable('two') });
  for (const path of ['/articles', '/pages']) await site.api('POST', path, { title: path, tags: [tag] });
  await site.remove('content/page.ts');
  await define({ article: now, site: inTable(now.table === 'two' ? 'sites' : 'two', { type: 'integer' }) });
  await migrated(true);
  for (const path of kept) {
    expect((await site.api('GET', `${path}?populate=*`)).data).toMatchObject([{ title: path, tags: [{ name: 'x' }] }]);
  }
  expect((await site.api('GET', '/sites')).data).toEqual([]);
  await site.api('POST', '/sites', { title: 7, tags: [tag] });
});

const from = (former: string) => ({ ...string, renamedFrom: former });
const part = (attributes: object) =>
  site.write({
    'content/components/shared/part.ts': `import { defineComponent } from 'content-gen';\n\nexport default defineComponent(${JSON.stringify({ attributes })});\n`,
  });

test('a new renamedFrom whose own name is taken is refused, because the former content would be dropped', async () => {
  const created = () => site.cli('migrate', 'create', 'change');
  const refused = (name: string, former: string) =>
    expect.objectContaining({
      code: 1,
      stderr: expect.stringContaining(`${name} has renamedFrom: '${former}', but both exist already`) as string,
    }) as object;
  const zone = { zone: { type: 'component', component: 'shared.part' } };
  const page = { page: { attributes: { title: string } } };
  await part({ text: string, words: string });
  await define({ article: { attributes: { about: string, mail: string, ...zone } }, ...page });
  expect(await created()).toMatchObject({ code: 0 });

  await define({ article: { attributes: { mail: from('about'), ...zone } }, ...page });
  expect(await created()).toEqual(refused('article.mail', 'about'));

  await define({ article: { attributes: { about: string, mail: string, ...zone } }, ...page });
  await part({ words: from('text') });
  expect(await created()).toEqual(refused('shared.part.words', 'text'));

  await part({ text: string, words: string });
  await site.remove('content/article.ts');
  await define({ page: { renamedFrom: 'article', attributes: { title: string } } });
  expect(await created()).toEqual(refused('page', 'article'));
});

test('a renamedFrom that an earlier migration has done is kept beside a new attribute of the former name', async () => {
  const created = () => site.cli('migrate', 'create', 'change');
  const mail = from('about');
  for (const attributes of [{ about: string }, { mail }, { mail: string, about: string }, { mail: string }, { mail }]) {
    await define(article(attributes));
    expect(await created()).toMatchObject({ code: 0 });
  }
});
