import { expect, test } from 'vitest';

import { changesOf } from '../../../../test/diff/states.js';

test('another plural breaks clients', async () => {
  const changes = await changesOf(
    { type: { info: { pluralName: 'articles' } } },
    { type: { info: { pluralName: 'posts' } } },
  );
  expect(changes).toEqual(['path-changed breaking article']);
});

test('another name with another plural breaks clients once', async () => {
  const changes = await changesOf(
    { files: { 'content/tag.json': { attributes: { name: { type: 'string' } } } } },
    { files: { 'content/label.json': { renamedFrom: 'tag', attributes: { name: { type: 'string' } } } } },
  );
  expect(changes).toEqual(['path-changed breaking label']);
});
