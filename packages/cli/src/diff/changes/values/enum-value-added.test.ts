import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a new value is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'enumeration', enum: ['calm'] } }),
    article({ mood: { type: 'enumeration', enum: ['calm', 'sad'] } }),
  );
  expect(changes).toEqual(['enum-value-added dangerous article.mood']);
});
