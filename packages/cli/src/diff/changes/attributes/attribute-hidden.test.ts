import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that becomes private breaks clients', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text' } }),
    article({ mood: { type: 'text', private: true } }),
  );
  expect(changes).toEqual(['attribute-hidden breaking article.mood']);
});
