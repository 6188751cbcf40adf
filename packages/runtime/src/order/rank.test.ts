import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { keyAfter, keysBetween, rankAt } from './rank.js';

const ascending = (keys: readonly string[]) => keys.every((key, index) => index === 0 || keys[index - 1]! < key);

describe('keysBetween', () => {
  it('returns ascending keys between the given ends', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 5 })), { maxLength: 60 }), (steps) => {
        const keys: string[] = [];
        for (const [where, count] of steps) {
          const at = where % (keys.length + 1);
          keys.splice(at, 0, ...keysBetween(keys[at - 1], keys[at], count));
        }
        expect(ascending(keys)).toBe(true);
        expect(keys.every((key) => /^\d+$/.test(key))).toBe(true);
      }),
    );
  });

  it('keeps keys short in a list that grows only at its ends', () => {
    const appended = keysBetween(undefined, undefined, 200_000);
    expect(ascending(appended)).toBe(true);
    expect(appended.at(-1)!.length).toBeLessThanOrEqual(8);
    const prepended = keysBetween(undefined, appended[0], 200_000);
    expect(ascending(prepended) && prepended.at(-1)! < appended[0]!).toBe(true);
    expect(prepended[0]!.length).toBeLessThanOrEqual(8);
  });

  it('lets keys grow slowly when all entries go into one gap', () => {
    let [low, high] = keysBetween(undefined, undefined, 2) as [string, string];
    for (let index = 0; index < 1000; index++) {
      const [key] = keysBetween(low, high, 1) as [string];
      if (index % 2 === 0) low = key;
      else high = key;
    }
    expect(low < high).toBe(true);
    expect(low.length).toBeLessThan(1000);
  });

  it('gives the key at an index without the keys before it', () => {
    const appended: string[] = [];
    while (appended.length < 12_000) appended.push(keyAfter(appended.at(-1)));
    expect(keysBetween(undefined, undefined, 12_000)).toEqual(appended);
    expect(appended.map((_, index) => rankAt(index))).toEqual(appended);
  });

  it('refuses ends with no room between them', () => {
    expect(() => keysBetween('50', '50', 1)).toThrow('no key');
  });
});
