interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/**
 * A map that forgets what has not been used for long. It holds two generations: what is used moves to the young one,
 * and when that is full, the old one is dropped. Finding something young, as most is, changes nothing.
 */
export class Recent<Value> {
  #young = new Map<string, Entry<Value>>();
  #old = new Map<string, Entry<Value>>();
  #weight = 0;

  /** `size` and `weight`: of a generation. */
  constructor(
    readonly size: number,
    readonly weight = Infinity,
  ) {}

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old !== undefined) this.#add(key, old);
    return old?.value;
  }

  set(key: string, value: Value, weight = 0): void {
    this.#add(key, { value, weight });
  }

  #add(key: string, entry: Entry<Value>): void {
    const known = this.#young.get(key);
    const weight = this.#weight + entry.weight - (known?.weight ?? 0);
    const isFull = known === undefined && (this.#young.size >= this.size || weight > this.weight);
    if (isFull) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#weight = isFull ? entry.weight : weight;
    this.#young.set(key, entry);
  }
}
