import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a new role is dangerous, with its rights', async () => {
  const changes = await changesOf(
    { config: { permissions: {} } },
    { config: { permissions: { editor: { article: ['find'] } } } },
  );
  expect(changes).toEqual([
    'role-added dangerous permissions.editor',
    'action-added dangerous permissions.editor.article',
    'field-right-added dangerous permissions.editor.article.title',
  ]);
});
