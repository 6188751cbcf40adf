/** How often a pool looks at its tasks. */
const TICK_MS = 50;

/**
 * Calls `look` while it returns true. One timer for all tasks of a pool, because a timer per statement would cost every
 * request more than it helps.
 */
export class Ticker {
  readonly #look: (now: number) => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(look: (now: number) => boolean) {
    this.#look = look;
  }

  start(): void {
    // Answers that arrived while the process was busy are read before the next look: timers run before they are.
    this.#timer ??= setInterval(() => setImmediate(this.#tick), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #tick = () => {
    if (this.#timer !== undefined && !this.#look(performance.now())) this.stop();
  };
}
