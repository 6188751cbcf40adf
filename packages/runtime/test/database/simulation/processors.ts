interface Share {
  leftMs: number;
  readonly done: () => void;
}

/** Processors that statements share equally: with twice as many statements as processors, each takes twice as long. */
export class Processors<Owner> {
  readonly #count: number;
  readonly #shares = new Map<Owner, Share>();
  #since = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(count = Infinity) {
    this.#count = count;
  }

  /** Calls `done` after `ms` of a processor's time. */
  work(owner: Owner, ms: number, done: () => void): void {
    this.#pass();
    this.#shares.set(owner, { leftMs: ms, done });
    this.#wait();
  }

  stop(owner: Owner): void {
    this.#pass();
    this.#shares.delete(owner);
    this.#wait();
  }

  get #rate(): number {
    return Math.min(1, this.#count / this.#shares.size);
  }

  #pass(): void {
    const now = performance.now();
    for (const share of this.#shares.values()) share.leftMs -= (now - this.#since) * this.#rate;
    this.#since = now;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#shares.size === 0) return;
    const next = Math.min(...[...this.#shares.values()].map(({ leftMs }) => leftMs));
    this.#timer = setTimeout(() => this.#end(), Math.max(0, next / this.#rate));
  }

  #end(): void {
    this.#pass();
    const ended = [...this.#shares].filter(([, { leftMs }]) => leftMs < 0.001);
    for (const [owner] of ended) this.#shares.delete(owner);
    this.#wait();
    for (const [, { done }] of ended) done();
  }
}
