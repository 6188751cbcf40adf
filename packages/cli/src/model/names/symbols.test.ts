import { expect, test } from 'vitest';

import { modelOf, typeNamed } from '../../../test/model-of.js';

const empty = { attributes: {} };

test('keywords and names in generated files get a suffix', async () => {
  const model = await modelOf({
    'content/class.json': empty,
    'content/attr.json': empty,
    'content/content.json': empty,
    'content/hono.json': empty,
    'content/cg.json': { ...empty, collectionName: 'pg' },
  });
  expect(typeNamed(model, 'class').symbols).toEqual({ type: 'Class', value: 'class_', prefix: 'class' });
  expect(typeNamed(model, 'attr').symbols).toEqual({ type: 'Attr', value: 'attr_', prefix: 'attr' });
  // The generated index declares `contentRoutes` and imports `Hono`.
  expect(typeNamed(model, 'content').symbols).toEqual({ type: 'Content_', value: 'content_', prefix: 'content_' });
  expect(typeNamed(model, 'hono').symbols.type).toBe('Hono_');
  expect(typeNamed(model, 'cg').tableSymbol).toBe('pg_');
});

test('all symbols and derived symbols are different', async () => {
  const model = await modelOf({
    'content/article.json': {
      attributes: { tags: { type: 'relation', relation: 'manyToMany', target: 'article' } },
    },
    'content/article-input.json': empty,
    'content/article-filters.json': empty,
    'content/shared-seo.json': { ...empty, collectionName: 'articlesTags' },
    'content/components/shared/seo.json': empty,
    'content/components/shared-seo/input.json': empty,
  });
  const owners = [...model.contentTypes, ...model.components].map(({ symbols }) => symbols);
  const types = owners.flatMap(({ type }) => ['', 'Input', 'Filters', 'Populate'].map((end) => type + end));
  const values = owners.flatMap(({ value, prefix }) => [
    value,
    ...['Filters', 'Populate', 'Routes'].map((end) => prefix + end),
  ]);
  const tables = model.contentTypes.flatMap(({ tableSymbol, attributes }) => [
    tableSymbol,
    ...attributes.flatMap((attribute) =>
      'storage' in attribute && attribute.storage.at === 'link' ? [attribute.storage.tableSymbol] : [],
    ),
  ]);
  for (const symbols of [types, values, tables]) expect(symbols).toEqual([...new Set(symbols)]);
  expect(typeNamed(model, 'article').symbols).toEqual({ type: 'Article', value: 'article', prefix: 'article' });
});
