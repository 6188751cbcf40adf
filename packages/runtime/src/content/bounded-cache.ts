interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/**
 * An approximate LRU cache of two generations. A used entry moves to the young generation; when the young generation is
 * full, the old generation is dropped. Finding a young entry, the usual case, changes nothing.
 */
export class BoundedCache<Value> {
  #young = new Map<string, Entry<Value>>();
  #old = new Map<string, Entry<Value>>();
  #weight = 0;
  #hits = 0;
  #misses = 0;

  /** The limits of one generation. */
  constructor(
    readonly maxEntries: number,
    readonly maxWeight = Infinity,
  ) {}

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) {
      this.#hits++;
      return young.value;
    }
    const old = this.#old.get(key);
    if (old === undefined) this.#misses++;
    else {
      this.#hits++;
      this.#add(key, old);
    }
    return old?.value;
  }

  /** The weight of the young generation. The old generation weighs no more than a full young generation. */
  get weight(): number {
    return this.#weight;
  }

  /** An entry may be in both generations, and then counts twice. */
  get usage(): { readonly entries: number; readonly hits: number; readonly misses: number } {
    return { entries: this.#young.size + this.#old.size, hits: this.#hits, misses: this.#misses };
  }

  set(key: string, value: Value, weight = 0): void {
    this.#add(key, { value, weight });
  }

  delete(key: string): void {
    this.#weight -= this.#young.get(key)?.weight ?? 0;
    this.#young.delete(key);
    this.#old.delete(key);
  }

  #add(key: string, entry: Entry<Value>): void {
    const known = this.#young.get(key);
    const weight = this.#weight + entry.weight - (known?.weight ?? 0);
    const isFull = (known === undefined && this.#young.size >= this.maxEntries) || weight > this.maxWeight;
    if (isFull) {
      // The value that is replaced would otherwise stay in memory beside the new value.
      this.#young.delete(key);
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#weight = isFull ? entry.weight : weight;
    this.#young.set(key, entry);
  }
}
