import { expect, it } from 'vitest';

import { isComparison, singleOperators } from '../../../runtime/src/plan/operators.js';
import { operators } from './operators.js';

it('the operators of rules are those that the runtime compares with', () => {
  // These two ask whether there is a value, and compare with none.
  expect(operators.filter((operator) => !isComparison(operator))).toEqual(['$null', '$notNull']);
  expect(Object.keys(singleOperators).filter((operator) => !operators.includes(operator))).toEqual([]);
});
