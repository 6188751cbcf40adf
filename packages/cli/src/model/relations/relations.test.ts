import { expect, test } from 'vitest';

import { attributeOf, modelOf, typeNamed } from '../../../test/model-of.js';

const relation = (kind: string, target?: string, sides: object = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target ? { target } : {}),
  ...sides,
});

test('a one-way relation is stored by its own type', async () => {
  const model = await modelOf({
    'content/article.json': {
      attributes: {
        first: relation('oneToOne', 'tag'),
        mainTag: relation('manyToOne', 'tag'),
        list: relation('oneToMany', 'tag'),
        allTags: relation('manyToMany', 'tag'),
      },
    },
    'content/tag.json': { attributes: {} },
  });
  const storage = typeNamed(model, 'article').attributes.map(
    (attribute) => 'storage' in attribute && attribute.storage,
  );
  expect(storage).toEqual([
    { at: 'column', exclusive: false },
    { at: 'column', exclusive: false },
    { at: 'link', table: 'articles_list', tableSymbol: 'articlesList' },
    { at: 'link', table: 'articles_all_tags', tableSymbol: 'articlesAllTags' },
  ]);
});

test('a two-way relation is stored by the side with inversedBy', async () => {
  const model = await modelOf({
    'content/article.json': {
      attributes: {
        mainAuthor: relation('manyToOne', 'author', { inversedBy: 'articles' }),
        tags: relation('manyToMany', 'author', { inversedBy: 'tagged' }),
        cover: relation('oneToOne', 'author', { inversedBy: 'covers' }),
      },
    },
    'content/author.json': {
      attributes: {
        articles: relation('oneToMany', 'article', { mappedBy: 'mainAuthor' }),
        tagged: relation('manyToMany', 'article', { mappedBy: 'tags' }),
        covers: relation('oneToOne', 'article', { mappedBy: 'cover' }),
      },
    },
  });
  expect(attributeOf(model, 'article', 'mainAuthor')).toMatchObject({
    column: 'main_author',
    cardinality: 'manyToOne',
    target: 'author',
    inverse: 'articles',
    storage: { at: 'column', rankColumn: 'cg_main_author_rank', exclusive: false },
  });
  expect(attributeOf(model, 'article', 'tags')).toMatchObject({ inverse: 'tagged', storage: { at: 'link' } });
  expect(attributeOf(model, 'article', 'cover')).toMatchObject({ storage: { at: 'column', exclusive: true } });
  for (const { name } of typeNamed(model, 'author').attributes) {
    expect(attributeOf(model, 'author', name)).toMatchObject({ target: 'article', storage: { at: 'inverse' } });
  }
});

test('a type can have a two-way relation to itself', async () => {
  const model = await modelOf({
    'content/category.json': {
      attributes: {
        parent: relation('manyToOne', 'category', { inversedBy: 'children' }),
        children: relation('oneToMany', 'category', { mappedBy: 'parent' }),
      },
    },
  });
  expect(attributeOf(model, 'category', 'parent')).toMatchObject({ storage: { rankColumn: 'cg_parent_rank' } });
  expect(attributeOf(model, 'category', 'children')).toMatchObject({ inverse: 'parent', storage: { at: 'inverse' } });
});

test('polymorphic relations are resolved', async () => {
  const model = await modelOf({
    'content/comment.json': { attributes: { subject: relation('morphToOne'), items: relation('morphToMany') } },
    'content/article.json': {
      attributes: {
        comments: relation('morphMany', 'comment', { morphBy: 'subject' }),
        comment: relation('morphOne', 'comment', { morphBy: 'items' }),
      },
    },
  });
  expect(attributeOf(model, 'comment', 'subject')).toMatchObject({
    kind: 'morphTo',
    many: false,
    storage: { at: 'column', exclusive: false },
  });
  expect(attributeOf(model, 'comment', 'items')).toMatchObject({
    many: true,
    storage: { at: 'link', table: 'comments_items' },
  });
  expect(attributeOf(model, 'article', 'comments')).toMatchObject({
    kind: 'morphInverse',
    many: true,
    target: 'comment',
    morphBy: 'subject',
  });
  expect(attributeOf(model, 'article', 'comment')).toMatchObject({ many: false, morphBy: 'items' });
});

test('relations inside components are stored in the entry', async () => {
  const model = await modelOf({
    'content/tag.json': { attributes: {} },
    'content/components/shared/links.json': {
      attributes: { one: relation('manyToOne', 'tag'), many: relation('manyToMany', 'tag') },
    },
  });
  expect(model.components[0]!.attributes).toMatchObject([{ storage: { at: 'entry' } }, { storage: { at: 'entry' } }]);
});

test('a relation with mappedBy that its owner does not name is one-way, and so is the owner', async () => {
  const model = await modelOf({
    'content/article.json': {
      attributes: { author: relation('oneToOne', 'author'), tags: relation('manyToMany', 'author') },
    },
    'content/author.json': {
      attributes: {
        article: relation('oneToOne', 'article', { mappedBy: 'author' }),
        tagged: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      },
    },
  });
  expect(attributeOf(model, 'article', 'author')).toMatchObject({ storage: { at: 'column', exclusive: false } });
  expect(attributeOf(model, 'author', 'article')).toMatchObject({ storage: { at: 'column', exclusive: false } });
  for (const [type, name] of [['article', 'tags'] as const, ['author', 'tagged'] as const]) {
    expect(attributeOf(model, type, name)).toMatchObject({ storage: { at: 'link' } });
    expect(attributeOf(model, type, name)).not.toHaveProperty('inverse');
  }
});
