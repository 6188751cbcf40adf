import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that _q leaves out from now on is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'string' } }),
    article({ mood: { type: 'string', searchable: false } }),
  );
  expect(changes).toEqual(['search-changed dangerous article.mood']);
});
