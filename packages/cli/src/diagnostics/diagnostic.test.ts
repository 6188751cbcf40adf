import { expect, test } from 'vitest';

import { type Diagnostic, renderDiagnostic, sortDiagnostics, suggest } from './diagnostic.js';

const diagnostic: Diagnostic = {
  code: 'CG206',
  span: { file: 'content/article.ts', line: 5, column: 20 },
  message: '"sting" is not an attribute type',
  hint: 'did you mean "string"?',
};

test('a diagnostic is a place, a code, a message and a hint', () => {
  expect(renderDiagnostic(diagnostic, { color: false })).toBe(
    'content/article.ts:5:20  CG206  "sting" is not an attribute type\n    did you mean "string"?',
  );
  const { hint: _hint, ...rest } = diagnostic;
  expect(renderDiagnostic(rest, { color: false })).not.toContain('\n');
  expect(renderDiagnostic(diagnostic, { color: true })).toContain('\u001b[');
});

function at(file: string, line: number, column: number): Diagnostic {
  return { ...diagnostic, span: { file, line, column } };
}

test('they are sorted by place, numbers as numbers', () => {
  const sorted = [at('a', 2, 10), at('a', 2, 9), at('a', 10, 1), at('b', 1, 1)];
  expect(sortDiagnostics([sorted[3]!, sorted[2]!, sorted[0]!, sorted[1]!])).toEqual([
    sorted[1],
    sorted[0],
    sorted[2],
    sorted[3],
  ]);
});

test.each([
  ['titel', 'title'],
  ['maxlength', 'maxLength'],
  ['requird', 'required'],
  ['permisions', 'permissions'],
])('%s is meant as %s', (written, meant) => {
  const candidates = ['title', 'maxLength', 'required', 'permissions', 'private'];
  expect(suggest(written, candidates)).toBe(`did you mean "${meant}"?`);
});

test.each(['through', 'colour', 'x', 'shared.quote'])('%s is not meant as anything', (written) => {
  expect(suggest(written, ['title', 'target', 'enum', 'shared.seo'])).toBeUndefined();
});
