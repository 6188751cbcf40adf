import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a role that is gone breaks its users', async () => {
  const changes = await changesOf(
    { config: { permissions: { editor: { article: ['find'] } } } },
    { config: { permissions: {} } },
  );
  expect(changes).toEqual(['role-removed breaking permissions.editor']);
});
