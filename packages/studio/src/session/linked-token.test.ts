import { expect, test } from 'vitest';

import { linkedToken } from './linked-token.js';

test('a link has a token in development alone', () => {
  expect(linkedToken('#token=cgt_a-B', { development: true })).toBe('cgt_a-B');
  expect(linkedToken('#token=cgt_a-B', { development: false })).toBeUndefined();
  expect(linkedToken('#section', { development: true })).toBeUndefined();
});
