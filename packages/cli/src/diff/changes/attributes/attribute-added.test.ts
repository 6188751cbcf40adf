import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a new attribute is safe', async () => {
  const changes = await changesOf(article({}), article({ mood: { type: 'text' } }));
  expect(changes).toEqual(['attribute-added safe article.mood']);
});

test('an attribute that both states have is no change', async () => {
  const changes = await changesOf(article({ mood: { type: 'text' } }), article({ mood: { type: 'text' } }));
  expect(changes).toEqual([]);
});
