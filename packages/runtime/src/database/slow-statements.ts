/** A statement that has run for longer makes room for others while they wait. */
export const SLOW_MS = 150;

/** In milliseconds. A statement that takes longer is expected to be slow the next time. */
const REMEMBERED_MS = 2 * SLOW_MS;
const MAX_REMEMBERED = 100;
/** In characters. */
const MAX_LENGTH = 50_000;

/** Texts of statements that were slow the last time, so that they need not be tried and taken back each time. */
export class SlowStatements {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.size > 0 && this.#texts.has(text);
  }

  /** Notes how long a statement took. */
  note(text: string, ms: number): void {
    if (ms > REMEMBERED_MS) this.add(text);
    else if (this.#texts.size > 0) this.#texts.delete(text);
  }

  add(text: string): void {
    if (text.length > MAX_LENGTH) return;
    const [oldest] = this.#texts;
    if (oldest !== undefined && this.#texts.size >= MAX_REMEMBERED) this.#texts.delete(oldest);
    this.#texts.add(text);
  }
}
