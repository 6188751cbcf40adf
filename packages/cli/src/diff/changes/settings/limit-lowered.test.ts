import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a lower limit breaks clients', async () => {
  const changes = await changesOf(
    configured({}),
    configured({ api: { rest: { maxLimit: 50, bulkTimeoutMs: 100 } }, upload: { sizeLimit: 1000 } }),
  );
  expect(changes).toEqual([
    'limit-lowered breaking api.rest.maxLimit',
    'limit-lowered breaking api.rest.bulkTimeoutMs',
    'limit-lowered breaking upload.sizeLimit',
  ]);
});

test('a default that is written down is no change', async () => {
  const changes = await changesOf(configured({}), configured({ api: { rest: { maxLimit: 100, arrayLimit: 100 } } }));
  expect(changes).toEqual([]);
});
