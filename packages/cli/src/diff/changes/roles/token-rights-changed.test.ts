import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a token with less breaks its programs', async () => {
  const changes = await changesOf(
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64) }] }),
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64), expiresAt: '2030-01-31' }] }),
  );
  expect(changes).toEqual(['token-rights-changed breaking tokens.site']);
});

test('a token with more is dangerous', async () => {
  const changes = await changesOf(
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64) }] }),
    configured({ tokens: [{ name: 'site', type: 'full-access', sha256: 'a'.repeat(64) }] }),
  );
  expect(changes).toEqual(['token-rights-changed dangerous tokens.site']);
});
