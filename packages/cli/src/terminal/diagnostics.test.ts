import { expect, test } from 'vitest';

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { renderDiagnostic } from './diagnostics.js';

const diagnostic: Diagnostic = {
  code: 'CG206',
  span: { file: 'content/article.ts', line: 5, column: 20 },
  message: '"sting" is not an attribute type',
  hint: 'did you mean "string"?',
};

test('a diagnostic shows its position, code and message, and its hint on a second line', () => {
  expect(renderDiagnostic(diagnostic, { color: false })).toBe(
    'content/article.ts:5:20  CG206  "sting" is not an attribute type\n    did you mean "string"?',
  );
  const { hint: _hint, ...rest } = diagnostic;
  expect(renderDiagnostic(rest, { color: false })).not.toContain('\n');
  expect(renderDiagnostic(diagnostic, { color: true })).toContain('\u001b[');
});
