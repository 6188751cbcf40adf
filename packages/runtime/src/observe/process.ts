import { PerformanceObserver, constants, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

import { type Family, counter, gauge, histogram, sampleName } from './family.js';
import { Histogram } from './histogram.js';

/** How often the event loop is measured. A loop that is blocked for less is seen by some of the measurements only. */
const EVERY_MS = 50;

const KINDS: ReadonlyMap<unknown, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
]);

/** Measures the event loop and the garbage collection of this process. */
class ProcessMetrics {
  readonly #delay = new Histogram();
  readonly #collections = new Map([...KINDS.values()].map((kind) => [kind, new Histogram()]));
  #dueAt = performance.now() + EVERY_MS;

  constructor() {
    setInterval(() => this.#measure(), EVERY_MS).unref();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        this.#collections.get(KINDS.get(kindOf(entry)) ?? '')?.add(entry.duration / 1_000);
      }
    }).observe({ entryTypes: ['gc'] });
  }

  #measure(): void {
    const now = performance.now();
    this.#delay.add(Math.max(0, now - this.#dueAt) / 1_000);
    this.#dueAt = now + EVERY_MS;
  }

  /**
   * The values of several processes can be added: the share of time in which loops work is the active part of both
   * times.
   */
  families(): readonly Family[] {
    const { active, idle } = performance.eventLoopUtilization();
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const [loop, heap] = ['content_gen_event_loop_seconds_total', 'content_gen_heap_bytes'];
    return [
      histogram('content_gen_event_loop_delay_seconds', 'How late the event loop runs a timer', [
        { labels: {}, times: this.#delay },
      ]),
      counter(loop, 'Time in which the event loop works, and in which it waits', [
        [sampleName(loop, { state: 'active' }), active / 1_000],
        [sampleName(loop, { state: 'idle' }), idle / 1_000],
      ]),
      histogram(
        'content_gen_gc_seconds',
        'Pauses of the garbage collection',
        [...this.#collections].map(([kind, times]) => ({ labels: { kind }, times })),
      ),
      gauge(heap, 'The heap of V8: its use, and the size at which the process ends', [
        [sampleName(heap, { state: 'used' }), used],
        [sampleName(heap, { state: 'limit' }), limit],
      ]),
    ];
  }
}

function kindOf(entry: object): unknown {
  const detail: unknown = Reflect.get(entry, 'detail');
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : undefined;
}

let measured: ProcessMetrics | undefined;

/** The metrics of this process, which measures itself from the first call on. */
export function processMetrics(): ProcessMetrics {
  return (measured ??= new ProcessMetrics());
}
