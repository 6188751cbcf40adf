import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { times } from '../../test/harness/suite.js';
import { ValidationError } from '../errors/index.js';
import { limits, parseBrackets } from './brackets.js';
import type { Tree } from './tree.js';

describe('parseBrackets', () => {
  it.each<[string, unknown]>([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a[b][c]=1', { a: { b: { c: '1' } } }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[]=x&a[]=y', { a: ['x', 'y'] }],
    ['a=x&a=y', { a: ['x', 'y'] }],
    ['a=x&a[0]=y', { a: ['x', 'y'] }],
    ['a[1]=z&a[0]=y&a=x', { a: ['y', 'z', 'x'] }],
    ['a[]=x&a=y', { a: ['x', 'y'] }],
    ['a[7]=x', { a: ['x'] }],
    ['a[0][b]=x&a[0][c]=y', { a: [{ b: 'x', c: 'y' }] }],
    ['a[][b]=x&a[][c]=y', { a: [{ b: 'x', c: 'y' }] }],
    ['a[][b]=x&a[][b]=y', { a: [{ b: ['x', 'y'] }] }],
    ['a[][b][c]=x&a[][b][d]=y', { a: [{ b: { c: 'x', d: 'y' } }] }],
    ['a[0][b]=x&a[][c]=y&a[1][b]=z', { a: [{ b: 'x', c: 'y' }, { b: 'z' }] }],
    ['a[]=x&a[][b]=y', { a: ['x', { b: 'y' }] }],
    ['a[][b]=x&a[]=y', { a: [{ b: 'x' }, 'y'] }],
    ['a[0]=x&a[b]=y', { a: { 0: 'x', b: 'y' } }],
    ['a', { a: null }],
    ['a[b]&a[c]=', { a: { b: null, c: '' } }],
    ['a&a=x', { a: [null, 'x'] }],
    ['a[b=1', { 'a[b': '1' }],
    ['a%5Bb%5D=%C3%A9+x', { a: { b: 'é x' } }],
    ['a=%E0%A4%A', { a: '%E0%A4%A' }],
    ['', {}],
  ])('reads %s', (text, expected) => {
    expect(plain(parseBrackets(text))).toEqual(expected);
  });

  it('reads a long list as a list', () => {
    const text = Array.from({ length: limits.listLength }, (_, index) => `a[${index}]=${index}`).join('&');
    expect((parseBrackets(text)['a'] as string[]).length).toBe(limits.listLength);
  });

  it.each([
    [`a${'[b]'.repeat(limits.depth)}=1`, String(limits.depth)],
    [Array.from({ length: limits.parameters + 1 }, (_, index) => `p${index}=`).join('&'), String(limits.parameters)],
    [Array.from({ length: limits.listLength + 1 }, (_, index) => `a[${index}]=`).join('&'), String(limits.listLength)],
    [Array.from({ length: limits.listLength + 1 }, () => 'a=').join('&'), String(limits.listLength)],
  ])('names the limit that a text exceeds', (text, limit) => {
    expect(() => parseBrackets(text)).toThrow(limit);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s at any depth', (key) => {
    expect(() => parseBrackets(`${key}=1`)).toThrow(ValidationError);
    expect(() => parseBrackets(`a[${key}][b]=1`)).toThrow(ValidationError);
  });

  it.each([
    ['a=1&a[b]=2', 'Invalid query parameter a. It is given both a value and keys of its own'],
    ['sort=a&sort[b]=asc', 'Invalid key 0'],
    ['fields=a&fields[b]=1', 'Invalid fields parameter'],
    ['populate=a&populate[b]=1', 'Invalid populate parameter'],
    ['populate[a][populate]=b&populate[a][populate][c]=1', 'Invalid populate parameter'],
    ['populate[a]=1&populate[a][fields]=b', 'Invalid nested populate'],
    ['populate[a][populate][b]=1&populate[a][populate][b][fields]=c', 'Invalid nested populate'],
    ['populate[a][filters][b]=1&populate[a][filters][b][$eq]=c', 'Invalid query parameter populate[a][filters][b]'],
  ])('refuses a value and keys for the same name: %s', (text, message) => {
    expect(() => parseBrackets(text)).toThrow(message);
  });

  const key = fc.stringMatching(/^[a-z$_. é%&=+]{1,8}$/).filter((text) => !/^\d+$/.test(text));
  const tree = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string().filter((text) => !text.includes('\0')),
      fc.constant(null),
      fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 4 }) as fc.Arbitrary<Tree>,
    ),
  })).tree;

  it('reads back every tree that it writes', () => {
    fc.assert(
      fc.property(fc.dictionary(key, tree, { maxKeys: 4 }), (value) => {
        expect(plain(parseBrackets(written(value)))).toEqual(plain(value));
      }),
    );
  });

  it('reads any text or throws a readable error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[ab[\]=&%0-9]{0,40}$/)), (text) => {
        try {
          parseBrackets(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
      { numRuns: times(2_000) },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

function written(value: Readonly<Record<string, Tree>>): string {
  return Object.entries(value)
    .flatMap(([name, below]) => pairs(encodeURIComponent(name), below))
    .join('&');
}

function pairs(path: string, value: Tree): string[] {
  if (typeof value === 'string') return [`${path}=${encodeURIComponent(value)}`];
  if (value === null) return [path];
  return Object.entries(value).flatMap(([name, below]) => pairs(`${path}[${encodeURIComponent(name)}]`, below as Tree));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
