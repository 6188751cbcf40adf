import { expect, test } from 'vitest';

import { changesOf, configured } from '../../../../test/diff/states.js';

test('a new locale is safe', async () => {
  const changes = await changesOf(
    configured({ locales: { default: 'en', all: ['en'] } }),
    configured({ locales: { default: 'en', all: ['en', 'de'] } }),
  );
  expect(changes).toEqual(['locale-added safe locales.all.de']);
});
