import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { checkName, extensionOf, newHash } from './names.js';

describe('newHash', () => {
  it('is a plain and unique file name for any given name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect(newHash(name)).toMatch(/^[A-Za-z0-9][A-Za-z0-9_]{0,79}_[0-9a-f]{16}$/);
        expect(newHash(name)).not.toBe(newHash(name));
      }),
    );
  });
});

describe('extensionOf', () => {
  it.each([
    ['a.PNG', '.png'],
    ['a.tar.gz', '.gz'],
    ['.bashrc', ''],
    ['noext', ''],
    ['a.b c', ''],
    ['a.', ''],
    ['a.é', ''],
  ])('of %j is %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});

describe('checkName', () => {
  it('accepts names that every system can store', () => {
    for (const name of ['a.txt', 'é 日本.txt', '.hidden', "it's (1) [2].pdf", 'nullable.txt', 'x'.repeat(255)]) {
      expect(() => checkName(name)).not.toThrow();
    }
  });
});
