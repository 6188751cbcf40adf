import { expect, test } from 'vitest';

import { article, changesOf } from '../../../../test/diff/states.js';

test('rules that allow more are safe', async () => {
  const changes = await changesOf(
    article({ size: { type: 'integer', min: 2 }, slug: { type: 'string', maxLength: 60, unique: true } }),
    article({ size: { type: 'integer', min: 1 }, slug: { type: 'string', maxLength: 80 } }),
  );
  expect(changes).toEqual(['rule-looser safe article.size', 'rule-looser safe article.slug']);
});

test('a rule that allows other values both allows and refuses more', async () => {
  const changes = await changesOf(
    article({ size: { type: 'integer', min: 2, max: 5 } }),
    article({ size: { type: 'integer', min: 1, max: 4 } }),
  );
  expect(changes).toEqual(['rule-stricter breaking article.size', 'rule-looser safe article.size']);
});
