import { describe, expect, it } from 'vitest';

import { BoundedCache } from './bounded-cache.js';
import { ResponseCache } from './response-cache.js';

describe('a bounded cache', () => {
  it('weighs an entry whose weight changes: all once, then all again', () => {
    const cache = new BoundedCache<number>(10_000, 1_000);
    const keys = Array.from({ length: 500 }, (_, index) => `key${index}`);
    for (const key of keys) cache.set(key, 0, 1);
    for (const key of keys) {
      cache.set(key, 1, 100);
      expect(cache.weight).toBeLessThanOrEqual(1_000);
    }
    // Two generations of ten.
    expect(keys.filter((key) => cache.get(key) === 1).length).toBeLessThanOrEqual(20);
    expect(cache.weight).toBeLessThanOrEqual(1_000);
  });

  it('finds the new value of an entry that made it full', () => {
    const cache = new BoundedCache<string>(10, 100);
    cache.set('a', 'old', 10);
    cache.set('b', 'other', 10);
    cache.set('a', 'new', 95);
    expect([cache.get('a'), cache.get('b')]).toEqual(['new', 'other']);
  });
});

it('cached responses keep within their bytes when every address is asked twice', () => {
  const answers = new ResponseCache(1_000_000);
  const names = Array.from({ length: 1_000 }, (_, index) => `/api/articles?page=${index}`);
  const answer = { body: 'x'.repeat(50_000), digest: 'd' };
  for (const name of names) answers.noteAsked(name, 'snapshot');
  for (const name of names) answers.keep(name, 'snapshot', answer);
  const bytes = names.reduce((sum, name) => sum + (answers.find(name)?.answer?.body.length ?? 0), 0);
  expect(bytes).toBeLessThanOrEqual(1_000_000);
});
