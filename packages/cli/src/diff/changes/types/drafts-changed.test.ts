import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('drafts that are switched on or off break clients', async () => {
  const changes = await changesOf(
    { type: { options: { draftAndPublish: false } } },
    { type: { options: { draftAndPublish: true } } },
  );
  expect(changes).toEqual(['drafts-changed breaking article']);
});

test('drafts that are switched off break clients', async () => {
  const changes = await changesOf(
    { type: { options: { draftAndPublish: true } } },
    { type: { options: { draftAndPublish: false } } },
  );
  expect(changes).toEqual(['drafts-changed breaking article']);
});
