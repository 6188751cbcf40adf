import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Literal } from '../model/model.js';
import { comment, keyOf, literal, string } from './literal.js';

/** The value of an expression in JavaScript. */
function evaluate(expression: string): unknown {
  return new Function(`'use strict'; return (${expression});`)();
}

describe('literals', () => {
  test('any string keeps its value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(evaluate(string(text))).toBe(text);
      }),
    );
  });

  test.each([
    "'",
    '"',
    '`',
    '${x}',
    '\\',
    '\n',
    '\r\n',
    '\u2028',
    '\u2029',
    '*/',
    '</script>',
    '\0',
    '\u202e',
    '\ud800',
  ])('the string %j stays inside its quotes, on one line and visible', (text) => {
    expect(evaluate(string(text))).toBe(text);
    expect(string(text)).not.toMatch(/[\0-\x1f\u2028-\u202e]/);
  });

  test('any JSON value keeps its value in both layouts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Literal;
        expect(evaluate(literal(plain))).toEqual(plain);
        expect(evaluate(literal(plain, 'lines'))).toEqual(plain);
      }),
    );
  });

  test('the key __proto__ is an ordinary key', () => {
    const value = evaluate(literal(JSON.parse('{"__proto__": {"polluted": true}}') as Literal)) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect('polluted' in value).toBe(false);
  });

  test.each([
    ['title', 'title'],
    ['class', 'class'],
    ['two words', "'two words'"],
    ['1st', "'1st'"],
  ])('the key %s is written %s', (name, written) => {
    expect(keyOf(name)).toBe(written);
  });

  test('text cannot end its comment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(evaluate(`/** ${comment(`*/ throw 1 /*${text}`)} */ 42`)).toBe(42);
      }),
    );
  });
});
