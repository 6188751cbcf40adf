import fc from 'fast-check';
import { expect, test } from 'vitest';

import { allowancesOf } from './allowed.js';
import type { Change } from './change.js';

const change = (subject: string): Change => ({
  code: 'attribute-removed',
  severity: 'breaking',
  affects: 'clients',
  subject,
  message: '',
  place: { path: [] },
});
const entry = (at: string, until = '2030-01-31') => ({ change: 'attribute-removed', at, reason: 'agreed', until });
const today = new Date('2030-01-31T12:00:00Z');

function allows(at: string, subject: string): boolean {
  return allowancesOf([entry(at)], today).of(change(subject)) !== undefined;
}

test.each([
  ['article.title', 'article.title', true],
  ['article.title', 'article.titles', false],
  ['article.*', 'article.title', true],
  ['*.title', 'article.title', true],
  ['permissions.*.article.*', 'permissions.public.article.where', true],
  ['a*a', 'a', false],
  ['*', 'anything', true],
  ['article.', 'article.title', false],
])('%s and %s: %s', (at, subject, expected) => expect(allows(at, subject)).toBe(expected));

test('a pattern matches as its regular expression does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 6 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 5 });
  fc.assert(
    fc.property(pattern, text, (at, subject) => {
      const parts = at.split('*').map((part) => part.replaceAll('.', '\\.'));
      expect(allows(at, subject)).toBe(new RegExp(`^${parts.join('.*')}$`).test(subject));
    }),
  );
});

test('an entry ends after its last day', () => {
  const ends = (now: string) => allowancesOf([entry('*')], new Date(now)).of(change('x')) === undefined;
  expect([ends('2030-01-31T00:00:00Z'), ends('2030-02-01T11:00:00Z'), ends('2030-02-01T13:00:00Z')]).toEqual([
    false,
    false,
    true,
  ]);
});
