import { expect, test } from 'vitest';

import { attributeOf, modelOf, typeNamed } from '../../test/model-of.js';
import type { ContentModel } from './model.js';

const title = { title: { type: 'string' } };

test('absent options have their defaults', async () => {
  const model = await modelOf({ 'content/blog-category.json': { attributes: title } });
  expect(model.contentTypes[0]).toMatchObject({
    name: 'blog-category',
    plural: 'blog-categories',
    uid: 'api::blog-category.blog-category',
    kind: 'collectionType',
    table: 'blog_categories',
    tableSymbol: 'blogCategories',
    symbols: { type: 'BlogCategory', value: 'blogCategory', prefix: 'blogCategory' },
    draftAndPublish: false,
    localized: false,
    source: 'content/blog-category.json',
  });
  expect(attributeOf(model, 'blog-category', 'title')).toEqual({
    name: 'title',
    column: 'title',
    kind: 'scalar',
    type: 'string',
    required: false,
    private: false,
    unique: false,
    writable: true,
    visible: true,
    searchable: true,
    span: { file: 'content/blog-category.json', line: 3, column: 5 },
  });
});

test('Strapi’s JSON and TypeScript definitions give the same model', async () => {
  const json = await modelOf({
    'content/article.json': {
      kind: 'collectionType',
      collectionName: 'texts',
      info: { singularName: 'article', pluralName: 'stories', displayName: 'Article', description: '', icon: 'pen' },
      options: { draftAndPublish: true, comment: '', privateAttributes: ['secret'] },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: 'string', required: true, pluginOptions: { i18n: { localized: true } }, configurable: false },
        secret: { type: 'text', unique: false, maxLength: null },
        slug: { type: 'uid', targetField: 'title', conditions: {} },
        cover: { type: 'media', multiple: false, allowedTypes: ['images', 'files', 'videos', 'audios'] },
        related: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', useJoinTable: true },
      },
    },
  });
  const typescript = await modelOf({
    'content/article.ts': `export default defineContentType({
      plural: 'stories',
      table: 'texts',
      draftAndPublish: true,
      localized: true,
      attributes: {
        title: { type: 'string', required: true, localized: true },
        secret: { type: 'text', private: true },
        slug: { type: 'uid', targetField: 'title' },
        cover: { type: 'media' },
        related: { type: 'relation', relation: 'manyToMany', target: 'article' },
      },
    });`,
  });
  expect(withoutPlaces(json)).toEqual(withoutPlaces(typescript));
});

test('the uid in a Strapi project contains the name of the API', async () => {
  const model = await modelOf({
    'src/api/blog/content-types/post/schema.json': {
      info: { singularName: 'post', pluralName: 'posts' },
      attributes: { parent: { type: 'relation', relation: 'manyToOne', target: 'api::blog.post' } },
    },
  });
  expect(model.contentTypes[0]).toMatchObject({ uid: 'api::blog.post', name: 'post' });
  expect(attributeOf(model, 'post', 'parent')).toMatchObject({ target: 'post' });
});

test('links of a schema file give way to a content type with the name of their table', async () => {
  const tags = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' };
  const schemaOf = (name: string, collectionName: string, attributes: object) => ({
    [`src/api/${name}/content-types/${name}/schema.json`]: {
      collectionName,
      info: { singularName: name, pluralName: `${name}s` },
      attributes,
    },
  });
  const model = await modelOf({
    ...schemaOf('article', 'articles', { tags }),
    ...schemaOf('label', 'articles_tags', {}),
    ...schemaOf('tag', 'tags', {}),
  });
  expect(attributeOf(model, 'article', 'tags')).toMatchObject({ storage: { table: 'articles_tags_lnk' } });
});

test('an enumeration of a schema file may have a value twice, and an empty one', async () => {
  const kind = { type: 'enumeration', enum: ['new', '', 'new'] };
  const model = await modelOf({ 'content/article.json': { attributes: { kind } } });
  expect(attributeOf(model, 'article', 'kind')).toMatchObject({ values: ['new', ''] });
});

test('localized is only set on localized types', async () => {
  const attributes = {
    title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
    rating: { type: 'integer', pluginOptions: { i18n: { localized: false } } },
    body: { type: 'text', pluginOptions: {} },
  };
  const model = await modelOf({
    'content/article.json': { pluginOptions: { i18n: { localized: true } }, attributes },
    'content/page.json': { attributes },
  });
  const said = (type: string) => typeNamed(model, type).attributes.map(({ localized }) => localized);
  expect(said('article')).toEqual([true, false, undefined]);
  expect(said('page')).toEqual([undefined, undefined, undefined]);
});

test('types and components are sorted by name, and attributes keep their order', async () => {
  const model = await modelOf({
    'content/tag.json': { attributes: { b: { type: 'string' }, a: { type: 'string' } } },
    'content/article.json': { attributes: title },
    'content/components/z/a.json': { attributes: title },
    'content/components/a/z.json': { attributes: title },
  });
  expect(model.contentTypes.map(({ name }) => name)).toEqual(['article', 'tag']);
  expect(model.components.map(({ name }) => name)).toEqual(['a.z', 'z.a']);
  expect(typeNamed(model, 'tag').attributes.map(({ name }) => name)).toEqual(['b', 'a']);
});

function withoutPlaces(model: ContentModel): unknown {
  const places = new Set(['span', 'source']);
  return JSON.parse(JSON.stringify(model, (key, value: unknown) => (places.has(key) ? undefined : value)));
}

test('indexes of a schema file are options of content-gen', async () => {
  const own = (options: object) => ({ pluginOptions: { 'content-gen': options } });
  const model = await modelOf({
    'content/article.json': {
      ...own({ indexes: [['kind', 'publishedAt:desc']], search: true }),
      attributes: {
        title: { type: 'string', ...own({ index: true }) },
        kind: { type: 'string', index: true },
        body: { type: 'text', ...own({ index: 'trigram' }) },
      },
    },
  });
  expect(typeNamed(model, 'article')).toMatchObject({
    search: true,
    indexes: [
      [
        { name: 'kind', direction: 'asc' },
        { name: 'publishedAt', direction: 'desc' },
      ],
    ],
  });
  expect(attributeOf(model, 'article', 'title')).toMatchObject({ index: true });
  // Strapi's option of this name has no effect on the API.
  expect(attributeOf(model, 'article', 'kind')).not.toHaveProperty('index');
  expect(attributeOf(model, 'article', 'body')).toMatchObject({ index: 'trigram' });
});
