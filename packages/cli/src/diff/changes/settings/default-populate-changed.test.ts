import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('another default populate breaks clients', async () => {
  const changes = await changesOf({ seo: {} }, { seo: {}, config: { api: { populate: { article: ['seo'] } } } });
  expect(changes).toEqual(['default-populate-changed breaking api.populate.article']);
});
