import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that bodies may set from now on is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text', writable: false } }),
    article({ mood: { type: 'text' } }),
  );
  expect(changes).toEqual(['attribute-writable dangerous article.mood']);
});
