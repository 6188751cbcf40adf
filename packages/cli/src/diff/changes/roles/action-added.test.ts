import { expect, test } from 'vitest';

import { allowing, changesOf } from '../../../../test/diff/states.js';

test('an action that is new is dangerous', async () => {
  const changes = await changesOf(allowing(['find']), allowing(['find', 'findDraft']));
  expect(changes).toEqual(['action-added dangerous permissions.public.article']);
});
