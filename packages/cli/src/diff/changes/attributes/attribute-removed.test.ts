import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that is gone breaks clients', async () => {
  const changes = await changesOf(article({ mood: { type: 'text' } }), article({}));
  expect(changes).toEqual(['attribute-removed breaking article.mood']);
});

test('an attribute of a component that is gone breaks clients', async () => {
  const changes = await changesOf(
    { seo: { slogan: { type: 'string' }, motto: { type: 'string' } } },
    { seo: { slogan: { type: 'string' } } },
  );
  expect(changes).toEqual(['attribute-removed breaking shared.seo.motto']);
});
