import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a higher limit is dangerous', async () => {
  const changes = await changesOf(configured({}), configured({ api: { rest: { maxLimit: 500 } } }));
  expect(changes).toEqual(['limit-raised dangerous api.rest.maxLimit']);
});
