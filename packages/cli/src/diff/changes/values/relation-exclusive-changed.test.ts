import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a relation that takes its target from others is dangerous', async () => {
  const changes = await changesOf(
    article({ next: { type: 'relation', relation: 'manyToOne', target: 'article' } }),
    article({ next: { type: 'relation', relation: 'oneToOne', target: 'article' } }),
  );
  expect(changes).toEqual(['relation-exclusive-changed dangerous article.next']);
});
