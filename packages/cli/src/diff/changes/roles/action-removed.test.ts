import { expect, test } from 'vitest';

import { allowing, changesOf } from '../../../../test/diff/states.js';

test('an action that is gone breaks the role', async () => {
  const changes = await changesOf(allowing(['find', 'findOne']), allowing(['find']));
  expect(changes).toEqual(['action-removed breaking permissions.public.article']);
});

test('fewer rights than all break the role', async () => {
  const changes = await changesOf(
    allowing('*'),
    allowing({ actions: ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'bulk'] }),
  );
  expect(changes).toEqual(['action-removed breaking permissions.public.article']);
});
