import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('another condition of the rules is dangerous', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'string' } }),
    article({ mood: { type: 'string', conditions: { visible: { '==': [{ var: 'title' }, 'calm'] } } } }),
  );
  expect(changes).toEqual(['condition-changed dangerous article.mood']);
});
