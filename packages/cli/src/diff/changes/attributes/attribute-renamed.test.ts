import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('another name breaks clients, also where the content follows', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text' } }),
    article({ temper: { type: 'text', renamedFrom: 'mood' } }),
  );
  expect(changes).toEqual(['attribute-renamed breaking article.temper']);
});

test('a name that changed earlier is no change', async () => {
  const changes = await changesOf(
    article({ temper: { type: 'text', renamedFrom: 'mood' } }),
    article({ temper: { type: 'text', renamedFrom: 'mood' } }),
  );
  expect(changes).toEqual([]);
});
