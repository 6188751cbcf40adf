import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('what a request gets that does not say is breaking', async () => {
  const changes = await changesOf(
    configured({ api: { rest: { strictParams: false } } }),
    configured({ api: { rest: { strictParams: true, defaultLimit: 10, withCount: false } } }),
  );
  expect(changes).toEqual([
    'request-default-changed breaking api.rest.defaultLimit',
    'request-default-changed breaking api.rest.withCount',
    'request-default-changed breaking api.rest.strictParams',
  ]);
});
