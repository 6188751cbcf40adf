import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { encodeValue } from './statement.js';

/** Reads an array literal whose items are all in quotes. */
function itemsOf(literal: string): string[] {
  const quoted = literal.slice(1, -1).match(/"(?:[^"\\]|\\.)*"/gsu) ?? [];
  return quoted.map((item) => item.slice(1, -1).replace(/\\(.)/gsu, '$1'));
}

it('a list is an array literal with the same items, whatever they contain', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '"', '\\', '\n', ',', '{}', 'null', '\u2028'),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (list) => {
      const literal = String(encodeValue(list));
      expect(literal).toMatch(/^\{".*"\}$/su);
      expect(itemsOf(literal)).toEqual(list);
    }),
  );
  expect(encodeValue([])).toBe('{}');
  expect(encodeValue([1, 2])).toBe('{1,2}');
});
