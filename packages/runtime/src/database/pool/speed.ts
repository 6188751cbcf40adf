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
/** In characters. The speed of a longer statement stays unknown. */
const MAX_LENGTH = 50_000;
/** In characters, of all fast statements. */
const MAX_FAST_LENGTH = 5_000_000;

/** How long a statement is expected to take, by its last time. */
export type Speed = 'fast' | 'slow' | 'unknown';

interface Timed {
  readonly text: string | undefined;
  readonly speed: Speed;
  readonly cancellation: object | undefined;
}

/** The speeds of the statements that were sent last, by their texts. */
export class SpeedClasses {
  readonly #fast = new Set<string>();
  readonly #slow = new Set<string>();
  #fastLength = 0;

  of(text: string): Speed {
    if (this.#fast.has(text)) return 'fast';
    return this.#slow.size > 0 && this.#slow.has(text) ? 'slow' : 'unknown';
  }

  /** Notes how long a single statement took. A statement that was cancelled early might have been slow or fast. */
  note({ text, speed, cancellation }: Timed, ms: number): void {
    const isSlow = ms > EXPECTED_SLOW_MS;
    if (text === undefined || (cancellation !== undefined && !isSlow)) return;
    if (speed !== (isSlow ? 'slow' : 'fast')) this.#set(text, isSlow);
  }

  noteSlow(text: string): void {
    this.#set(text, true);
  }

  #set(text: string, isSlow: boolean): void {
    this.#forgetFast(text);
    this.#slow.delete(text);
    if (text.length > MAX_LENGTH) return;
    if (isSlow) this.#addSlow(text);
    else this.#addFast(text);
  }

  #addSlow(text: string): void {
    const [oldest = ''] = this.#slow;
    if (this.#slow.size >= MAX_SLOW) this.#slow.delete(oldest);
    this.#slow.add(text);
  }

  #addFast(text: string): void {
    this.#fast.add(text);
    this.#fastLength += text.length;
    for (const oldest of this.#fast) {
      if (this.#fast.size <= MAX_FAST && this.#fastLength <= MAX_FAST_LENGTH) return;
      this.#forgetFast(oldest);
    }
  }

  #forgetFast(text: string): void {
    if (this.#fast.delete(text)) this.#fastLength -= text.length;
  }
}
