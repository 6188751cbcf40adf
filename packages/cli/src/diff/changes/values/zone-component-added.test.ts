import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a component that is new in a zone is dangerous', async () => {
  const changes = await changesOf(
    {
      seo: {},
      attributes: { parts: { type: 'dynamiczone', components: ['shared.seo'] } },
      files: { 'content/components/shared/hero.json': { attributes: { name: { type: 'string' } } } },
    },
    {
      seo: {},
      attributes: { parts: { type: 'dynamiczone', components: ['shared.seo', 'shared.hero'] } },
      files: { 'content/components/shared/hero.json': { attributes: { name: { type: 'string' } } } },
    },
  );
  expect(changes).toEqual(['zone-component-added dangerous article.parts']);
});
