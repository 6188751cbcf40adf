import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a component that a zone cannot contain any more breaks clients', async () => {
  const changes = await changesOf(
    {
      seo: {},
      attributes: { parts: { type: 'dynamiczone', components: ['shared.seo', 'shared.hero'] } },
      files: { 'content/components/shared/hero.json': { attributes: { name: { type: 'string' } } } },
    },
    {
      seo: {},
      attributes: { parts: { type: 'dynamiczone', components: ['shared.seo'] } },
      files: { 'content/components/shared/hero.json': { attributes: { name: { type: 'string' } } } },
    },
  );
  expect(changes).toEqual(['zone-component-removed breaking article.parts']);
});
