import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('an attribute that may be null from now on is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text', required: true } }),
    article({ mood: { type: 'text' } }),
  );
  expect(changes).toEqual(['attribute-optional dangerous article.mood']);
});

test('old values that may break the rules are dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text', required: true } }),
    article({ mood: { type: 'text', required: true, keepOldValues: true } }),
  );
  expect(changes).toEqual(['attribute-optional dangerous article.mood']);
});
