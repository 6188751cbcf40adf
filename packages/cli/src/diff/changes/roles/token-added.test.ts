import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a new token is dangerous', async () => {
  const changes = await changesOf(
    configured({ tokens: [] }),
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64) }] }),
  );
  expect(changes).toEqual(['token-added dangerous tokens.site']);
});
