import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that bodies cannot set any more breaks clients', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text' } }),
    article({ mood: { type: 'text', writable: false } }),
  );
  expect(changes).toEqual(['attribute-read-only breaking article.mood']);
});
