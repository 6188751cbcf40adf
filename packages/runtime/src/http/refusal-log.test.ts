import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { RefusalLog } from './refusal-log.js';

interface Entry {
  readonly reason: string;
  readonly message: string;
  readonly times?: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The lines of a log to which refusals for these reasons were added in one second. */
function linesOf(reasons: readonly string[], lines: Entry[] = []): readonly Entry[] {
  const log = new RefusalLog((entry) => lines.push(entry as unknown as Entry));
  for (const reason of reasons) {
    log.add({ reason, message: 'on purpose', requestId: undefined, method: 'GET', path: '/api/tags' });
  }
  vi.advanceTimersByTime(1_000);
  return lines;
}

it('the first refusal is logged at once, and the number of the others after a second', () => {
  const lines: Entry[] = [];
  const log = new RefusalLog((entry) => lines.push(entry as unknown as Entry));
  const refusal = { reason: 'busy', message: 'waited', requestId: 'one', method: 'GET', path: '/api/tags' };
  for (let second = 1; second <= 2; second++) {
    for (let n = 0; n < 500; n++) log.add(refusal);
    expect(lines).toHaveLength(2 * second - 1);
    vi.advanceTimersByTime(1_000);
    expect(lines.slice(-2)).toEqual([
      { level: 'error', ...refusal },
      { level: 'error', message: 'More requests were refused', reason: 'busy', times: 499 },
    ]);
  }
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
});

it('every refusal is counted, and the number of lines has a limit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60).map(String), { maxLength: 500 }), (reasons) => {
      const lines = linesOf(reasons);
      expect(lines.length).toBeLessThanOrEqual(2 * 21);
      expect(lines.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(reasons.length);
    }),
  );
});
