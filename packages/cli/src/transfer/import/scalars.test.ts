import { expect, test } from 'vitest';

import type { Scalar } from '../../model/model.js';
import { convertScalar } from './scalars.js';

/** The first and the last value that each column holds, and the first value beyond. */
test.each([
  ['integer', [-2147483648, 2147483647, '-2147483648'], [-2147483649, 2147483648, 0.5]],
  ['biginteger', ['-9223372036854775808', '9223372036854775807'], ['-9223372036854775809', '9223372036854775808']],
  ['float', [-Number.MAX_VALUE, Number.MAX_VALUE, 5e-324], [Infinity, Number.NaN, '1e309']],
  ['decimal', [-99999999.99, 99999999.99], [-100000000, 99999999.995, Number.NaN]],
] as const)('%s comes in up to its limits, and not beyond', (type, within, beyond) => {
  for (const value of within) {
    expect(convertScalar({ type } as Scalar, value)).toEqual({ value: type === 'biginteger' ? value : Number(value) });
  }
  for (const value of beyond) expect(convertScalar({ type } as Scalar, value)).toHaveProperty('problem');
});

test('a decimal is rounded as its column does', () => {
  for (const [given, stored] of [
    [99999999.994, 99999999.99],
    [-1.005, -1.01],
    ['2.345', 2.35],
    [1e-7, 0],
  ] as const) {
    expect(convertScalar({ type: 'decimal' } as Scalar, given)).toEqual({ value: stored });
  }
});
