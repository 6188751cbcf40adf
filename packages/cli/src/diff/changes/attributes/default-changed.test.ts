import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('another default is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'string', default: 'calm' } }),
    article({ mood: { type: 'string', default: 'sad' } }),
  );
  expect(changes).toEqual(['default-changed dangerous article.mood']);
});
