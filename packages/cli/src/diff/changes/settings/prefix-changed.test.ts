import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('another prefix breaks clients', async () => {
  const changes = await changesOf(configured({}), configured({ api: { prefix: '/v2' } }));
  expect(changes).toEqual(['prefix-changed breaking api.prefix']);
});
