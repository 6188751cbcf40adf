import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a type that is gone breaks clients', async () => {
  const changes = await changesOf({ files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } } }, {});
  expect(changes).toEqual(['type-removed breaking tag']);
});

test('a component that is gone breaks clients with its attribute', async () => {
  const changes = await changesOf({ seo: { slogan: { type: 'string' } } }, {});
  expect(changes).toEqual(['type-removed breaking shared.seo', 'attribute-removed breaking article.seo']);
});
