import { setTimeout as sleep } from 'node:timers/promises';

/** The most requests that wait for an answer at once. */
const MAX_WAITING = 8;

/** Runs work for every item: at most `rate` starts per second, and few at once. */
export async function atRate<T>(
  items: readonly T[],
  { rate, signal }: { readonly rate: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  // Kept and not thrown at once, because a rejection during a pause would end the process.
  const failures: unknown[] = [];
  let next = performance.now();
  for (const item of items) {
    const pause = next - performance.now();
    if (pause > 0) await sleep(pause, undefined, { signal });
    if (failures.length > 0) break;
    next = Math.max(next, performance.now()) + 1_000 / rate;
    const started: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(started));
    running.add(started);
    if (running.size >= MAX_WAITING) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
