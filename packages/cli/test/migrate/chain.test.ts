/** A site with content goes through a chain of changes and keeps its content. */
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, catalog } from './server.js';
import { type Site, siteWithDatabase } from './site.js';

let server: TestServer;
let site: Site;
let sql: postgres.Sql;

beforeAll(async () => {
  ({ server, site, sql } = await siteWithDatabase());
});

afterAll(async () => {
  await site?.close();
  await server?.stop();
});

const define = (body: string) =>
  `import { defineContentType } from 'content-gen';\n\nexport default defineContentType({ ${body} });\n`;
const component = (attributes: string) =>
  `import { defineComponent } from 'content-gen';\n\nexport default defineComponent({ ${attributes} });\n`;

const articleAttributes = {
  title: `title: { type: 'string' }`,
  code: `code: { type: 'string' }`,
  seo: `seo: { type: 'component', component: 'shared.seo' }`,
  sections: `sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.card'] }`,
  author: `author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' }`,
  tags: `tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles' }`,
};
const authorWith = (articles: string) => define(`attributes: { name: { type: 'string' }, ${articles} }`);
const tagWith = (target: string) =>
  define(
    `attributes: { name: { type: 'string' }, articles: { type: 'relation', relation: 'manyToMany', target: '${target}', mappedBy: 'tags' } }`,
  );

/** The current attributes of the article, which each step changes. */
const attributes: Record<string, string> = { ...articleAttributes };
let file = 'content/article.ts';
let head = '';
const writeArticle = () =>
  site.write({ [file]: define(`${head}attributes: { ${Object.values(attributes).join(', ')} }`) });

/** The articles as the API answers them, in order. */
async function articles(path = '/articles', query = '') {
  const populated = Object.values(attributes).filter((attribute) => /'(relation|component)'/.test(attribute));
  const populate = populated.map((attribute) => `populate[${attribute.split(':')[0]}]=true&`).join('');
  const sections = 'populate[sections][populate]=*';
  const { data } = await site.api('GET', `${path}?${populate}${sections}&sort=id${query}`);
  return data as readonly any[];
}

async function migrated(name: string, ...flags: readonly string[]) {
  expect(await site.migrate(name, ...flags)).toMatchObject({ code: 0, stderr: '' });
  expect(await site.cli('migrate', 'plan')).toMatchObject({ code: 0 });
  expect(await site.cli('migrate', 'status')).toMatchObject({ code: 0 });
  await site.start();
}

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('an empty database gets all tables and content', async () => {
  await site.write({
    'content/author.ts': authorWith(
      `articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' }`,
    ),
    'content/tag.ts': tagWith('article'),
    'content/components/shared/seo.ts': component(`attributes: { metaTitle: { type: 'string' } }`),
    'content/components/shared/card.ts': component(
      `attributes: { text: { type: 'string' }, seos: { type: 'component', component: 'shared.seo', repeatable: true } }`,
    ),
  });
  await writeArticle();
  await migrated('init');
  await sql`create table theirs (id int primary key, note text)`;
  await sql`insert into theirs values (1, 'not ours')`;

  const [ada, bob] = await Promise.all(['Ada', 'Bob'].map((name) => site.api('POST', '/authors', { name })));
  const tags = [];
  for (const name of ['red', 'green', 'blue']) tags.push((await site.api('POST', '/tags', { name })).data.documentId);
  for (const [index, author] of [ada, bob, ada].entries()) {
    await site.api('POST', '/articles', {
      title: `Article ${index + 1}`,
      code: String(100 + index),
      author: author!.data.documentId,
      tags: [tags[2], tags[index % 2]],
      seo: { metaTitle: `seo ${index}` },
      sections: [
        { __component: 'shared.seo', metaTitle: 'in zone' },
        { __component: 'shared.card', text: 'card', seos: [{ metaTitle: 'nested a' }, { metaTitle: 'nested b' }] },
      ],
    });
  }
  expect(await articles()).toMatchObject([
    { title: 'Article 1', code: '100', author: { name: 'Ada' }, tags: [{ name: 'blue' }, { name: 'red' }] },
    { title: 'Article 2', author: { name: 'Bob' }, tags: [{ name: 'blue' }, { name: 'green' }] },
    { title: 'Article 3', author: { name: 'Ada' }, tags: [{ name: 'blue' }, { name: 'red' }] },
  ]);
});

test('1: an attribute is added', async () => {
  attributes['rating'] = `rating: { type: 'integer' }`;
  await writeArticle();
  await migrated('add-rating');
  const [first] = await articles();
  await site.api('PUT', `/articles/${first.documentId}`, { rating: 4 });
  expect((await articles()).map(({ title, rating }) => [title, rating])).toEqual([
    ['Article 1', 4],
    ['Article 2', null],
    ['Article 3', null],
  ]);
});

test('2: an attribute is renamed', async () => {
  attributes['title'] = `headline: { type: 'string', renamedFrom: 'title' }`;
  await writeArticle();
  await migrated('headline');
  expect((await articles()).map(({ headline }) => headline)).toEqual(['Article 1', 'Article 2', 'Article 3']);
});

test('3: a field of a component is renamed everywhere', async () => {
  await site.write({
    'content/components/shared/seo.ts': component(
      `attributes: { caption: { type: 'string', renamedFrom: 'metaTitle' } }`,
    ),
  });
  await migrated('caption');
  const [first, second] = await articles();
  expect(second.seo.caption).toBe('seo 1');
  expect(first.sections).toMatchObject([
    { __component: 'shared.seo', caption: 'in zone' },
    { __component: 'shared.card', text: 'card', seos: [{ caption: 'nested a' }, { caption: 'nested b' }] },
  ]);
});

test('4: a content type is renamed, with its table, links, keys and rights', async () => {
  await sql`
    insert into cg_tokens (name, type, actions, sha256)
    values ('ci', 'custom', '["article.find", "articles.find", "tag.find"]', 'hash')`;
  await site.remove(file);
  [file, head] = ['content/post.ts', `renamedFrom: 'article', `];
  await site.write({
    'content/author.ts': authorWith(
      `articles: { type: 'relation', relation: 'oneToMany', target: 'post', mappedBy: 'author' }`,
    ),
    'content/tag.ts': tagWith('post'),
  });
  await writeArticle();
  await migrated('posts');
  expect(await articles('/posts')).toMatchObject([
    { headline: 'Article 1', author: { name: 'Ada' }, tags: [{ name: 'blue' }, { name: 'red' }] },
    { headline: 'Article 2', author: { name: 'Bob' } },
    { headline: 'Article 3', author: { name: 'Ada' } },
  ]);
  expect([...(await sql`select actions from cg_tokens`)]).toEqual([
    { actions: ['post.find', 'articles.find', 'tag.find'] },
  ]);
  const left = await sql`select relname from pg_class where relname like 'articles%'`;
  expect([...left]).toEqual([]);
  const { data } = await site.api('POST', '/posts', { headline: 'Article 4', code: '7' });
  expect(data.documentId).toBeTypeOf('string');
});

test('5: attributes change their types', async () => {
  attributes['rating'] = `rating: { type: 'decimal' }`;
  attributes['code'] = `code: { type: 'biginteger' }`;
  await writeArticle();
  await migrated('types');
  expect((await articles('/posts')).map(({ code, rating }) => [code, rating])).toEqual([
    ['100', 4],
    ['101', null],
    ['102', null],
    ['7', null],
  ]);
});

test('6: a to-one relation becomes to-many, and both sides keep their order', async () => {
  attributes['author'] =
    `authors: { type: 'relation', relation: 'manyToMany', target: 'author', inversedBy: 'articles', renamedFrom: 'author' }`;
  await site.write({
    'content/author.ts': authorWith(
      `articles: { type: 'relation', relation: 'manyToMany', target: 'post', mappedBy: 'authors' }`,
    ),
  });
  await writeArticle();
  await migrated('several-authors');
  expect((await articles('/posts')).map(({ authors }) => names(authors))).toEqual([['Ada'], ['Bob'], ['Ada'], []]);
  const { data } = await site.api('GET', '/authors?populate=articles&sort=name');
  expect(data.map((author: any) => author.articles.map(({ headline }: any) => headline))).toEqual([
    ['Article 1', 'Article 3'],
    ['Article 2'],
  ]);

  const [first] = await articles('/posts');
  const bob = data[1].documentId as string;
  await site.api('PUT', `/posts/${first.documentId}`, { authors: { connect: [bob] } });
  expect(names((await articles('/posts'))[0].authors)).toEqual(['Ada', 'Bob']);
});

test('7: draft & publish is turned on, and every document gets a draft', async () => {
  head = `renamedFrom: 'article', draftAndPublish: true, `;
  await writeArticle();
  await migrated('drafts');
  const [published, drafts] = [await articles('/posts'), await articles('/posts', '&status=draft')];
  const shown = (list: readonly any[]) =>
    list.map(({ headline, authors, tags, seo }) => [headline, names(authors), names(tags), seo?.caption]);
  expect(shown(published)).toHaveLength(4);
  expect(shown(drafts)).toEqual(shown(published));

  const [first] = published;
  await site.api('PUT', `/posts/${first.documentId}?status=draft`, { headline: 'Draft 1', tags: [] });
  expect((await articles('/posts'))[0]).toMatchObject({ headline: 'Article 1', tags: [{}, {}] });
  expect((await articles('/posts', '&status=draft'))[0]).toMatchObject({ headline: 'Draft 1', tags: [] });
});

test('8: a relation is renamed while a draft differs in it', async () => {
  attributes['tags'] =
    `topics: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'articles', renamedFrom: 'tags' }`;
  await site.write({
    'content/tag.ts': tagWith('post').replace(`mappedBy: 'tags'`, `mappedBy: 'topics'`),
  });
  await writeArticle();
  await migrated('topics');
  const [first] = await articles('/posts');
  expect(names(first.topics)).toEqual(['blue', 'red']);
  await site.api('POST', `/posts/${first.documentId}/actions/publish`);
  expect((await articles('/posts'))[0]).toMatchObject({ headline: 'Draft 1', topics: [] });
});

test('9: locales are turned on', async () => {
  head = `renamedFrom: 'article', draftAndPublish: true, localized: true, `;
  attributes['title'] = `headline: { type: 'string', renamedFrom: 'title', localized: true }`;
  await writeArticle();
  await migrated('locales');
  const [first] = await articles('/posts');
  expect(first).toMatchObject({ headline: 'Draft 1', locale: 'en' });
  await site.api('PUT', `/posts/${first.documentId}?locale=fr`, { headline: 'Article un' });
  expect((await articles('/posts', '&locale=fr')).map(({ headline }) => headline)).toEqual(['Article un']);
  expect(await articles('/posts', '&locale=en')).toHaveLength(4);
});

test('10: a component is renamed', async () => {
  await site.remove('content/components/shared/seo.ts');
  await site.write({
    'content/components/shared/meta.ts': component(
      `renamedFrom: 'shared.seo', attributes: { caption: { type: 'string', renamedFrom: 'metaTitle' } }`,
    ),
    'content/components/shared/card.ts': component(
      `attributes: { text: { type: 'string' }, seos: { type: 'component', component: 'shared.meta', repeatable: true } }`,
    ),
  });
  attributes['seo'] = `seo: { type: 'component', component: 'shared.meta' }`;
  attributes['sections'] = `sections: { type: 'dynamiczone', components: ['shared.meta', 'shared.card'] }`;
  await writeArticle();
  await migrated('meta');
  const [, second] = await articles('/posts');
  expect(second.sections).toMatchObject([
    { __component: 'shared.meta', caption: 'in zone' },
    { __component: 'shared.card', seos: [{ caption: 'nested a' }, { caption: 'nested b' }] },
  ]);
});

test('11: unique on repeated values is an error without changes, and works without repeats', async () => {
  const second = (await articles('/posts'))[1];
  await site.api('PUT', `/posts/${second.documentId}`, { headline: 'Article 3' });
  attributes['title'] = `headline: { type: 'string', renamedFrom: 'title', localized: true, unique: true }`;
  attributes['more'] = `more: { type: 'text' }`;
  await writeArticle();
  const refused = await site.migrate('unique');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('posts.headline cannot be unique: several rows have Article 3');
  const columns =
    await sql`select 1 from information_schema.columns where table_name = 'posts' and column_name = 'more'`;
  expect([...columns]).toEqual([]);

  await site.api('PUT', `/posts/${second.documentId}`, { headline: 'Article 2' });
  expect(await site.cli('migrate', 'apply')).toMatchObject({ code: 0 });
  await site.start();
  await expect(site.api('PUT', `/posts/${second.documentId}`, { headline: 'Article 3' })).rejects.toThrow('unique');
});

test('12: a to-many relation becomes to-one, which needs --allow-data-loss', async () => {
  attributes['author'] =
    `author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles', renamedFrom: 'authors' }`;
  await site.write({
    'content/author.ts': authorWith(
      `articles: { type: 'relation', relation: 'oneToMany', target: 'post', mappedBy: 'author' }`,
    ),
  });
  await writeArticle();
  const refused = await site.migrate('one-author');
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain('keeps only the first target of post.author');
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0 });
  await site.start();
  const shown = (await articles('/posts', '&locale=en')).map(({ author }) => author?.name);
  expect(shown).toEqual(['Ada', 'Bob', 'Ada', undefined]);
});

test('13: locales, drafts and attributes are removed, and the rest stays', async () => {
  const second = (await articles('/posts'))[1];
  await site.api('PUT', `/posts/${second.documentId}?status=draft`, { headline: 'Never published' });
  const { data } = await site.api('POST', '/posts?status=draft', { headline: 'Only a draft' });
  head = `renamedFrom: 'article', `;
  attributes['title'] = `headline: { type: 'string' }`;
  delete attributes['code'];
  await writeArticle();
  expect((await site.migrate('simple')).code).toBe(3);
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0 });
  await site.start();
  const left = await articles('/posts');
  const headlines = ['Draft 1', 'Article 2', 'Article 3', 'Article 4', 'Only a draft'];
  expect(left.map(({ headline }) => headline)).toEqual(headlines);
  expect(left.at(-1).documentId).toBe(data.documentId);
  await site.api('PUT', `/posts/${data.documentId}`, { headline: 'Changed' });
  expect((await site.api('GET', `/posts/${data.documentId}`)).data.headline).toBe('Changed');
});

test('14: a content type is removed, with its documents and links', async () => {
  await site.remove('content/tag.ts');
  delete attributes['tags'];
  await writeArticle();
  expect((await site.migrate('no-tags')).code).toBe(3);
  expect(await site.cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0 });
  await site.start();
  expect(await articles('/posts')).toHaveLength(5);
  expect([...(await sql`select 1 from cg_documents where type = 'tag'`)]).toEqual([]);
});

test('the same files bring an empty database to the same state, and foreign tables stay', async () => {
  const other = await server.database();
  const cli = site.on(other.url);
  expect(await cli('migrate', 'apply', '--allow-data-loss')).toMatchObject({ code: 0, stderr: '' });
  expect(await cli('migrate', 'status')).toMatchObject({ code: 0 });
  expect(await catalog(other.sql)).toEqual(await catalog(sql));
  expect([...(await sql`select * from theirs`)]).toEqual([{ id: 1, note: 'not ours' }]);
});
