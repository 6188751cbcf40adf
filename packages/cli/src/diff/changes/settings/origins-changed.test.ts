import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('fewer sites break clients', async () => {
  const changes = await changesOf(
    configured({ api: { cors: { origins: '*' } } }),
    configured({ api: { cors: { origins: ['https://a.test'] } } }),
  );
  expect(changes).toEqual(['origins-changed breaking api.cors.origins']);
});

test('more sites are dangerous', async () => {
  const changes = await changesOf(
    configured({ api: { cors: { origins: ['https://a.test'] } } }),
    configured({ api: { cors: { origins: ['https://a.test', 'https://b.test'] } } }),
  );
  expect(changes).toEqual(['origins-changed dangerous api.cors.origins']);
});
