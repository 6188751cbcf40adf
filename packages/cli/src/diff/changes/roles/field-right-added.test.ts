import { expect, test } from 'vitest';

import { allowing, changesOf } from '../../../../test/diff/states.js';

test('an attribute that the role may write from now on is dangerous', async () => {
  const changes = await changesOf(allowing({ actions: ['update'], writable: ['title'] }), allowing(['update']));
  expect(changes).toEqual(['field-right-added dangerous permissions.public.article.text']);
});
