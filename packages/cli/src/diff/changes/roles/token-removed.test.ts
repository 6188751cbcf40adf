import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a token that is gone breaks its programs', async () => {
  const changes = await changesOf(
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64) }] }),
    configured({ tokens: [] }),
  );
  expect(changes).toEqual(['token-removed breaking tokens.site']);
});

test('another secret breaks the programs of a token', async () => {
  const changes = await changesOf(
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'a'.repeat(64) }] }),
    configured({ tokens: [{ name: 'site', type: 'read-only', sha256: 'b'.repeat(64) }] }),
  );
  expect(changes).toEqual(['token-removed breaking tokens.site']);
});
