import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('locales that are gone break clients', async () => {
  const changes = await changesOf(
    { type: { pluginOptions: { i18n: { localized: true } } }, attributes: { mood: { type: 'string' } } },
    { type: { pluginOptions: { i18n: { localized: false } } }, attributes: { mood: { type: 'string' } } },
  );
  expect(changes).toEqual(['localization-changed breaking article']);
});

test('locales that are new are dangerous', async () => {
  const changes = await changesOf(
    { type: { pluginOptions: { i18n: { localized: false } } }, attributes: { mood: { type: 'string' } } },
    { type: { pluginOptions: { i18n: { localized: true } } }, attributes: { mood: { type: 'string' } } },
  );
  expect(changes).toEqual(['localization-changed dangerous article']);
});
