import type { Connection } from './connection.js';

/** A statement or transaction that waits for a connection. */
export interface Waiter {
  readonly caller: string;
  /** Whether it had a connection before, and lost it to others. */
  readonly isTakenBack: boolean;
  readonly give: (connection: Connection) => void;
}

/** Callers take turns, however many statements each of them has. */
export class FairQueue {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #fresh = 0;

  /** How many waiters have not had a connection yet. */
  get fresh(): number {
    return this.#fresh;
  }

  add(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.caller);
    if (waiters === undefined) this.#waiting.set(waiter.caller, [waiter]);
    else waiters.push(waiter);
    if (!waiter.isTakenBack) this.#fresh++;
  }

  remove(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.caller) ?? [];
    const index = waiters.indexOf(waiter);
    if (index < 0) return;
    waiters.splice(index, 1);
    if (waiters.length === 0) this.#waiting.delete(waiter.caller);
    if (!waiter.isTakenBack) this.#fresh--;
  }

  /** Removes the next waiter. The lowest rank goes first; callers of the same rank take turns. `undefined` has to wait. */
  next(rankOf: (caller: string) => number | undefined): Waiter | undefined {
    let first: { readonly waiters: readonly Waiter[]; readonly rank: number } | undefined;
    for (const [caller, waiters] of this.#waiting) {
      const rank = rankOf(caller);
      if (rank !== undefined && (first === undefined || rank < first.rank)) first = { waiters, rank };
    }
    const waiter = first?.waiters.find(({ isTakenBack }) => !isTakenBack) ?? first?.waiters[0];
    if (waiter === undefined) return undefined;
    this.remove(waiter);
    const others = this.#waiting.get(waiter.caller);
    if (others === undefined) return waiter;
    this.#waiting.delete(waiter.caller);
    this.#waiting.set(waiter.caller, others);
    return waiter;
  }
}
