/** A connection keeps its prepared statements for as long as it lives. */
const MAX_PREPARED = 500;
/** In characters. What is longer takes more room in every connection than planning it anew takes time. */
const MAX_LENGTH = 30_000;

/** Decides which statements are prepared: those that come twice, and are not too many or too long. */
export class Shapes {
  readonly #seen = new Map<string, boolean>();
  #prepared = 0;

  /** `renew`: called when there are too many; connections without any take the place of those that have them. */
  constructor(
    readonly enabled: boolean,
    readonly renew: () => void,
  ) {}

  prepare(text: string): boolean {
    if (!this.enabled || text.length > MAX_LENGTH) return false;
    const prepared = this.#seen.get(text);
    if (prepared) return true;
    if (prepared === undefined) {
      if (this.#seen.size >= MAX_PREPARED * 4) this.#forget();
      this.#seen.set(text, false);
      return false;
    }
    if (this.#prepared === MAX_PREPARED) {
      this.#seen.clear();
      this.#prepared = 0;
      this.renew();
    }
    this.#prepared++;
    this.#seen.set(text, true);
    return true;
  }

  /** Drops the shape that was seen once, longest ago. */
  #forget(): void {
    for (const [text, prepared] of this.#seen) {
      if (prepared) continue;
      this.#seen.delete(text);
      return;
    }
  }
}
