import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a value that all locales share from now on is dangerous', async () => {
  const changes = await changesOf(
    { type: { pluginOptions: { i18n: { localized: true } } }, attributes: { mood: { type: 'string' } } },
    {
      type: { pluginOptions: { i18n: { localized: true } } },
      attributes: { mood: { type: 'string', pluginOptions: { i18n: { localized: false } } } },
    },
  );
  expect(changes).toEqual(['attribute-localization-changed dangerous article.mood']);
});
