import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a locale that is gone breaks clients', async () => {
  const changes = await changesOf(
    configured({ locales: { default: 'en', all: ['en', 'de'] } }),
    configured({ locales: { default: 'en', all: ['en'] } }),
  );
  expect(changes).toEqual(['locale-removed breaking locales.all.de']);
});
