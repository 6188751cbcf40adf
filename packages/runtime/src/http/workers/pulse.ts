/** Questions in a row without an answer after which a process is blocked. */
const MAX_UNANSWERED = 5;
const MIN_MS = 1_000;
const MAX_MS = 86_400_000;

/** How often to ask so that a process is found blocked after `blockedMs`; `undefined`: never. */
export function pulseMs(blockedMs: number | false): number | undefined {
  if (blockedMs === false) return undefined;
  if (blockedMs >= MIN_MS && blockedMs <= MAX_MS) return blockedMs / MAX_UNANSWERED;
  throw new Error(`blockedMs must be false or a number from ${MIN_MS} to ${MAX_MS}, not ${blockedMs}`);
}

/**
 * Whether a process still answers, which only a running event loop does. It counts questions and measures no time: after
 * the sleep of a machine, much time has passed, and no question was asked in it.
 */
export class Pulse {
  #unanswered = 0;

  get isBlocked(): boolean {
    return this.#unanswered >= MAX_UNANSWERED;
  }

  asked(): void {
    this.#unanswered++;
  }

  answered(): void {
    this.#unanswered = 0;
  }
}
