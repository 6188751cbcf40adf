import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('a body must have a new attribute that is required', async () => {
  const changes = await changesOf(article({}), article({ mood: { type: 'text', required: true } }));
  expect(changes).toEqual(['attribute-required breaking article.mood']);
});

test('an attribute that becomes required breaks clients, unless it has a default', async () => {
  const changes = await changesOf(
    article({ mood: { type: 'text' }, tone: { type: 'string', default: 'calm' } }),
    article({ mood: { type: 'text', required: true }, tone: { type: 'string', default: 'calm', required: true } }),
  );
  expect(changes).toEqual(['attribute-required breaking article.mood']);
});
