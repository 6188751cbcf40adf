import fc from 'fast-check';
import { expect, it } from 'vitest';

import { times } from '../../../test/harness/suite.js';
import { Backoff } from './backoff.js';

it('a worker is replaced at once after one crash, and ever later while workers crash at their start', () => {
  const backoff = new Backoff();
  expect([1, 2, 3, 4, 5].map(() => backoff.after(50))).toEqual([0, 100, 200, 400, 800]);
  expect(backoff.after(60_000)).toBe(0);
  expect(backoff.after(50)).toBe(0);
});

it('no number of crashes makes a worker wait for longer than half a minute', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { minLength: 1, maxLength: 2_000 }), (lives) => {
      const backoff = new Backoff();
      for (const aliveMs of lives) {
        const waitMs = backoff.after(aliveMs);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(30_000);
      }
    }),
    { numRuns: times(20) },
  );
});
