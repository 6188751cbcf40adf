/** The end of a worker that lived longer than this is no failed start. */
const STABLE_MS = 10_000;
const FIRST_MS = 100;
const MAX_MS = 30_000;

/** How long to wait before a worker is replaced, so that workers that crash at once do not use up the machine. */
export class Backoff {
  #early = 0;

  /** After the end of a worker that lived for `aliveMs`. */
  after(aliveMs: number): number {
    this.#early = aliveMs > STABLE_MS ? 0 : this.#early + 1;
    // A single crash is no loop, so the next worker starts at once.
    return this.#early <= 1 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (this.#early - 2));
  }
}
