import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a value that is gone breaks clients', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'enumeration', enum: ['calm', 'sad'] } }),
    article({ mood: { type: 'enumeration', enum: ['calm'] } }),
  );
  expect(changes).toEqual(['enum-value-removed breaking article.mood']);
});

test('the order of the values is no change', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'enumeration', enum: ['calm', 'sad'] } }),
    article({ mood: { type: 'enumeration', enum: ['sad', 'calm'] } }),
  );
  expect(changes).toEqual([]);
});
