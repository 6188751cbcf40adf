/** A worker that lives longer has not ended because of its start. */
const STABLE_MS = 10_000;
const FIRST_MS = 100;
const MAX_MS = 30_000;

/** How long to wait before a worker is replaced, so that workers that crash at once do not use up the machine. */
export class Backoff {
  #early = 0;

  /** After the end of a worker that lived for `aliveMs`. */
  after(aliveMs: number): number {
    this.#early = aliveMs > STABLE_MS ? 0 : this.#early + 1;
    // One crash is no loop.
    return this.#early <= 1 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (this.#early - 2));
  }
}
