import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('a new type is safe', async () => {
  const changes = await changesOf({}, { files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } } });
  expect(changes).toEqual(['type-added safe tag']);
});
