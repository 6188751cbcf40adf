import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock of the pools, `performance.now()`, to the end of the test. Time passes only when the test says so, so a
 * busy machine reaches no limit, and a test about a limit need not wait for it.
 */
export function stopClock(): { pass(ms: number): void } {
  // A whole number, so that sums are exact.
  let now = Math.ceil(performance.now());
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => spy.mockRestore());
  return { pass: (ms) => void (now += ms) };
}

/** The same for `Date`, which measures how long answers are kept. */
export function stopDate(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => void vi.setSystemTime(Date.now() + ms) };
}

/**
 * Lets a test skip the time of timers of `setTimeout`. Otherwise they end as usual, because the driver opens connections
 * with them.
 */
export function skipTimers(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => void vi.advanceTimersByTime(ms) };
}
