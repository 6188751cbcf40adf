import { onTestFinished, vi } from 'vitest';

interface Timer {
  at: number;
  /** Timers of one moment end in the order in which they began. */
  order: number;
  readonly run: () => void;
  readonly everyMs: number | undefined;
  isCleared: boolean;
  unref(): Timer;
}

/** Timers that wait, as a heap: the next one is the first. The fake timers of vitest search all of them each time. */
class Timers {
  readonly #heap: Timer[] = [];
  #begun = 0;
  now = 0;

  add(run: () => void, ms: number, everyMs?: number): Timer {
    const timer: Timer = {
      at: this.now + Math.max(ms, 0),
      order: 0,
      run,
      everyMs,
      isCleared: false,
      unref: () => timer,
    };
    this.#push(timer);
    return timer;
  }

  /** Passes the time until the next timer, and runs it. Returns whether there was one. */
  runNext(): boolean {
    const next = this.#shift();
    if (next === undefined) return false;
    if (next.isCleared) return true;
    this.now = next.at;
    next.run();
    if (next.everyMs === undefined) return true;
    next.at = this.now + next.everyMs;
    this.#push(next);
    return true;
  }

  #push(timer: Timer): void {
    timer.order = this.#begun++;
    const heap = this.#heap;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(timer, heap[above]!)) break;
      heap[place] = heap[above]!;
      place = above;
    }
    heap[place] = timer;
  }

  #shift(): Timer | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (!isBefore(heap[below]!, last)) break;
      heap[place] = heap[below]!;
      place = below;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Runs work whose timers and clock are virtual: time jumps from one timer to the next. */
export async function inVirtualTime<T>(work: () => Promise<T>): Promise<T> {
  const realSetImmediate = globalThis.setImmediate;
  const timers = new Timers();
  const restore = replaceGlobals(timers);
  onTestFinished(restore);
  try {
    let hasEnded = false;
    const result = work().finally(() => (hasEnded = true));
    result.catch(() => undefined);
    for (;;) {
      // Everything that follows from settled promises happens before the next timer.
      await new Promise<void>((resolve) => void realSetImmediate(resolve));
      if (hasEnded) return await result;
      if (!timers.runNext()) throw new Error('The work waits for something that never comes');
    }
  } finally {
    restore();
  }
}

function replaceGlobals(timers: Timers): () => void {
  const clear = (timer: Timer | undefined) => {
    if (timer !== undefined) timer.isCleared = true;
  };
  const replaced = {
    setTimeout: (run: () => void, ms = 0) => timers.add(run, ms),
    setInterval: (run: () => void, ms: number) => timers.add(run, ms, ms),
    setImmediate: (run: () => void) => timers.add(run, 0),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => timers.now);
  Object.assign(globalThis, replaced);
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate });
    clock.mockRestore();
  };
}

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
