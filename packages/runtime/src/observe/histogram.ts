/** Upper limits of the buckets, in seconds. The last bucket has no limit. */
const LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Durations, counted in buckets as Prometheus has them. */
export class Histogram {
  readonly #counts = Array.from({ length: LIMITS.length + 1 }, () => 0);
  #sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    // From the front, because most durations are short.
    for (; bucket < LIMITS.length; bucket++) if (seconds <= (LIMITS[bucket] ?? Infinity)) break;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** By the end of the name and the label `le`. Each bucket includes the buckets before it. */
  *samples(): Generator<readonly [suffix: string, labels: Labels, value: number]> {
    let total = 0;
    for (const [bucket, count] of this.#counts.entries()) {
      total += count;
      yield ['_bucket', { le: String(LIMITS[bucket] ?? '+Inf') }, total];
    }
    yield ['_sum', {}, this.#sum];
    yield ['_count', {}, total];
  }
}

export type Labels = Readonly<Record<string, string>>;
