import fc from 'fast-check';
import { expect, it } from 'vitest';

import * as attributes from '../../../model/attributes/index.js';
import { type Problem, Problems } from '../problems.js';
import { emailKind } from './text.js';

/** Whether a text of any length is an address. */
function isEmail(text: string): boolean {
  const report = new Problems();
  emailKind.check?.(text, { attribute: attributes.email({ maxLength: 10_000_000 }), path: ['email'], report });
  const problems: readonly Problem[] = report.all;
  return problems.length === 0;
}

it.each([
  ['a@b.c', true],
  ['a.b-c+d@e-f.g1.h', true],
  ['"a@b"@c.de', true],
  ['ü@ö.ä', true],
  ['a@b', false],
  ['a@b.1', false],
  ['a@b.c-', false],
  ['a@.c', false],
  ['a@b..c', false],
  ['a@b..c.d', true],
  ['a@b-.c', false],
  ['a..b@c.d', false],
  ['a@b@c.d', false],
  ['@b.c', false],
])('%s is an email: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});

/** The expression of Strapi, which reads a domain with many dots again from each dot. */
const WHOLE =
  /^(?:[a-z\d!+]+(?:\.[a-z\d!+]+)*|"(?:[^"\\\r\n]|\\[^\r\n])*")@[a-z\d](?:[a-z\d\-._~]*[a-z\d])?\.[a-z](?:[a-z\d\-._~]*[a-z])?$/;

it('is read in parts with the result of one expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '-', '@', '"', '\\', '~', '!'), maxLength: 14 });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        fc.tuple(text, text).map((parts) => `a@${parts.join('.')}`),
      ),
      (sent) => {
        fc.pre(sent !== '');
        expect([sent, isEmail(sent)]).toEqual([sent, WHOLE.test(sent)]);
      },
    ),
    { numRuns: 2_000 },
  );
});

const LONG = 1_000_000;

it.each([
  ['dots in a domain', `a@${'a.a-'.repeat(LONG)}`],
  ['dots before a character that no domain has', `a@${'a.a'.repeat(LONG)}!`],
  ['words', `${'a.'.repeat(LONG)}@`],
  ['quotes', `"${'\\"'.repeat(LONG)}@b.c`],
  ['signs', '@'.repeat(LONG)],
])('%s are read once, because a second time for each would take hours', (_what, text) => {
  expect(isEmail(text)).toBe(false);
});
