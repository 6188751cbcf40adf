import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that was private is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text', private: true } }),
    article({ mood: { type: 'text' } }),
  );
  expect(changes).toEqual(['attribute-shown dangerous article.mood']);
});
