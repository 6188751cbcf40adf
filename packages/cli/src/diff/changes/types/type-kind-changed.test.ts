import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a collection that becomes a single type breaks clients', async () => {
  const changes = await changesOf({ type: { kind: 'collectionType' } }, { type: { kind: 'singleType' } });
  expect(changes).toEqual(['type-kind-changed breaking article']);
});
