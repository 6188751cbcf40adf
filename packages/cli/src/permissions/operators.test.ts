import { expect, it } from 'vitest';

import { isComparison, singleOperators } from '../../../runtime/src/plan/operators.js';
import { operators } from './operators.js';

it('the operators of rules are those that the runtime compares with', () => {
  expect(operators.filter((operator) => !isComparison(operator))).toEqual([]);
  expect(Object.keys(singleOperators).filter((operator) => !operators.includes(operator))).toEqual([]);
});
