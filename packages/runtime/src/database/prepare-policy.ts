import { writeLog } from '../errors/index.js';
/** A connection keeps its prepared statements until it closes, so their number is limited. */
const MAX_PREPARED = 500;
/** In characters. A longer statement costs more memory in every connection than planning it again costs time. */
const MAX_LENGTH = 30_000;
/**
 * In characters, of all prepared statements. The plans take about 120 bytes per character: 36 MB in every connection.
 */
const MAX_TOTAL_LENGTH = 300_000;
/** In characters, of the statements that were sent once: every request may bring another statement. */
const MAX_SEEN_LENGTH = 3_000_000;
/** New connections are costly, so that more statements than fit must not replace them all the time. */
const RENEW_MS = 60_000;

const FORGOTTEN =
  'The database does not know statements that this server has prepared, as behind a pooler in transaction mode, so no more are prepared. Add prepare=false to DATABASE_URL';

/**
 * Decides which statements are prepared: statements that are sent twice, unless the statements are too many or too
 * long.
 */
export class PreparePolicy {
  #enabled: boolean;
  readonly #renewConnections: () => void;
  /** Statement texts, and whether they are prepared. */
  readonly #seen = new Map<string, boolean>();
  #seenLength = 0;
  #prepared = 0;
  #length = 0;
  #renewedAt = -Infinity;

  /** `renewConnections` replaces the connections by new ones, which have no prepared statements. */
  constructor(enabled: boolean, renewConnections: () => void) {
    this.#enabled = enabled;
    this.#renewConnections = renewConnections;
  }

  /** Prepares nothing any more, for good, because a pooler sends statements to servers that have not prepared them. */
  stop(): void {
    if (!this.#enabled) return;
    this.#enabled = false;
    this.#seen.clear();
    this.#renewConnections();
    writeLog({ level: 'warn', message: FORGOTTEN });
  }

  shouldPrepare(text: string): boolean {
    if (!this.#enabled || text.length > MAX_LENGTH) return false;
    const prepared = this.#seen.get(text);
    if (prepared) return true;
    if (prepared === undefined) {
      this.#seenLength += text.length;
      while (this.#seen.size >= MAX_PREPARED * 4 || this.#seenLength > MAX_SEEN_LENGTH) this.#forgetOldest();
      this.#seen.set(text, false);
      return false;
    }
    if (this.#isFull(text) && !this.#startAgain(text)) return false;
    this.#prepared++;
    this.#length += text.length;
    this.#seenLength -= text.length;
    this.#seen.set(text, true);
    return true;
  }

  #isFull(text: string): boolean {
    return this.#prepared === MAX_PREPARED || this.#length + text.length > MAX_TOTAL_LENGTH;
  }

  /** Starts again without any prepared statement; statements that are still in use are soon prepared again. */
  #startAgain(text: string): boolean {
    const now = performance.now();
    if (now - this.#renewedAt < RENEW_MS) return false;
    this.#renewedAt = now;
    this.#seen.clear();
    this.#prepared = this.#length = 0;
    // The statement that is prepared next was seen before.
    this.#seenLength = text.length;
    this.#renewConnections();
    return true;
  }

  /** Forgets the oldest statement that was seen only once. */
  #forgetOldest(): void {
    for (const [text, prepared] of this.#seen) {
      if (prepared) continue;
      this.#seen.delete(text);
      this.#seenLength -= text.length;
      return;
    }
  }
}
