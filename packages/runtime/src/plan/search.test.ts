import { expect, it } from 'vitest';

import { numberFor } from './search.js';

it.each([
  ['12', '12'],
  [' -1.5 ', '-1.5'],
  ['+.5', '0.5'],
  ['007.50', '7.5'],
  ['1.', undefined],
  ['.', undefined],
  ['1e1', undefined],
  ['1 2', undefined],
  ['', undefined],
])('the search for %j compares numbers with %s', (text, number) => {
  expect(numberFor('float', text)).toBe(number);
});

const LONG = 5_000_000;

it.each([
  ['digits before a letter', `${'1'.repeat(LONG)}x`],
  ['digits after a point', `.${'1'.repeat(LONG)}x`],
  ['spaces', `1${' '.repeat(LONG)}x`],
  ['points', '.'.repeat(LONG)],
])('%s are read once, because a second time for each would take hours', (_what, text) => {
  for (const type of ['float', 'integer', 'biginteger']) expect(numberFor(type, text)).toBeUndefined();
});
