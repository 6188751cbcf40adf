import { expect, test } from 'vitest';

import { type Diagnostic, sortDiagnostics } from './diagnostic.js';

function at(file: string, line: number, column: number): Diagnostic {
  return { code: 'CG206', span: { file, line, column }, message: '"sting" is not an attribute type' };
}

test('diagnostics are sorted by position, and lines and columns as numbers', () => {
  const sorted = [at('a', 2, 9), at('a', 2, 10), at('a', 10, 1), at('b', 1, 1)];
  expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted);
});
