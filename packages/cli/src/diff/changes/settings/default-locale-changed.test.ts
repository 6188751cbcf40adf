import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('another default locale breaks clients', async () => {
  const changes = await changesOf(
    configured({ locales: { default: 'en', all: ['en', 'de'] } }),
    configured({ locales: { default: 'de', all: ['en', 'de'] } }),
  );
  expect(changes).toEqual(['default-locale-changed breaking locales.default']);
});
