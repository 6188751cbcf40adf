import type { LogEntry } from '../errors/index.js';

/**
 * How many different reasons are logged in one second. All further reasons, such as messages of hooks, are counted
 * together.
 */
const MAX_REASONS = 20;
const OTHER_REASONS = 'Other reasons';
const SECOND_MS = 1_000;

/** A request that is refused because of the state of the server or of the database, and not because of a bug. */
interface Refusal {
  /** The message of the answer. */
  readonly reason: string;
  /** The message of the error. */
  readonly message: string;
  readonly requestId: string | undefined;
  readonly method: string;
  readonly path: string;
}

/**
 * Logs the first refusal for each reason at once, and the number of the others once per second: a server that refuses most
 * requests because it is overloaded must not spend its time on the log.
 */
export class RefusalLog {
  readonly #write: (entry: LogEntry) => void;
  /** The number of refusals of this second that were not logged, by reason. */
  readonly #counts = new Map<string, number>();
  #isCounting = false;

  constructor(write: (entry: LogEntry) => void) {
    this.#write = write;
  }

  add({ reason, ...refusal }: Refusal): void {
    const key = this.#counts.has(reason) || this.#counts.size < MAX_REASONS ? reason : OTHER_REASONS;
    const count = this.#counts.get(key);
    this.#counts.set(key, count === undefined ? 0 : count + 1);
    if (count === undefined) this.#write({ level: 'error', ...refusal, reason });
    if (!this.#isCounting) setTimeout(() => this.#count(), SECOND_MS).unref();
    this.#isCounting = true;
  }

  #count(): void {
    this.#isCounting = false;
    for (const [reason, times] of this.#counts) {
      if (times > 0) this.#write({ level: 'error', message: 'More requests were refused', reason, times });
    }
    this.#counts.clear();
  }
}
