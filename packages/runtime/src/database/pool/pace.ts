/** A statement that has run for longer is taken for a slow one, which may run for any time. */
export const FAST_MS = 20;
/** A statement that has run for longer makes room for others while they wait. */
export const SLOW_MS = 200;
/** The same for a statement of a transaction, which costs more to begin again. */
export const SLOW_WRITE_MS = 500;

/** A statement that takes longer is expected to be slow the next time. */
const EXPECTED_SLOW_MS = 500;
const MAX_FAST = 1_000;
const MAX_SLOW = 100;
/** In characters. */
const MAX_LENGTH = 50_000;

/** How long a statement is expected to take, by its last time. */
export type Pace = 'fast' | 'slow' | 'unknown';

interface Timed {
  readonly text: string | undefined;
  readonly pace: Pace;
  readonly cancelled: object | undefined;
}

/** The paces of the statements that were sent last, by their texts. */
export class Paces {
  readonly #fast = new Set<string>();
  readonly #slow = new Set<string>();

  of(text: string): Pace {
    if (this.#fast.has(text)) return 'fast';
    return this.#slow.size > 0 && this.#slow.has(text) ? 'slow' : 'unknown';
  }

  /** Notes how long a single statement took. One that was cancelled early might have been slow or fast. */
  note({ text, pace, cancelled }: Timed, ms: number): void {
    const isSlow = ms > EXPECTED_SLOW_MS;
    if (text === undefined || (cancelled !== undefined && !isSlow)) return;
    if (pace !== (isSlow ? 'slow' : 'fast')) this.#set(text, isSlow);
  }

  noteSlow(text: string): void {
    this.#set(text, true);
  }

  #set(text: string, isSlow: boolean): void {
    this.#fast.delete(text);
    this.#slow.delete(text);
    if (text.length > MAX_LENGTH) return;
    const texts = isSlow ? this.#slow : this.#fast;
    const [oldest] = texts;
    if (oldest !== undefined && texts.size >= (isSlow ? MAX_SLOW : MAX_FAST)) texts.delete(oldest);
    texts.add(text);
  }
}
