import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a type with other values breaks clients', async () => {
  const changes = await changesOf(article({ mood: { type: 'integer' } }), article({ mood: { type: 'boolean' } }));
  expect(changes).toEqual(['attribute-type-changed breaking article.mood']);
});

test('a type with the same values and more is dangerous or safe', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'string' }, body: { type: 'text' }, email: { type: 'email' } }),
    article({ mood: { type: 'text' }, body: { type: 'richtext' }, email: { type: 'string' } }),
  );
  expect(changes).toEqual([
    'attribute-type-changed dangerous article.mood',
    'attribute-type-changed safe article.body',
    'attribute-type-changed dangerous article.email',
  ]);
});

test('a scalar that becomes a relation breaks clients', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'integer' } }),
    article({ mood: { type: 'relation', relation: 'manyToMany', target: 'article' } }),
  );
  expect(changes).toEqual(['attribute-type-changed breaking article.mood']);
});
