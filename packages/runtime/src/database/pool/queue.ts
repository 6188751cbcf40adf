import type { Connection } from '../connection.js';
import { type Task, callerOfTask } from './task.js';

/** A task that waits for a connection. */
export interface Waiter {
  readonly task: Task;
  /** When it began to wait. */
  readonly since: number;
  readonly give: (connection: Connection) => void;
  readonly fail: (error: Error) => void;
}

/** The lower the rank of a caller, the sooner its turn. `undefined`: it has to wait. */
export type RankOf = (caller: string) => number | undefined;

/** Waiting tasks. Callers take turns, however many tasks each of them has. */
export class FairQueue {
  /** In the order of their turns. */
  readonly #callers = new Map<string, Waiter[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: Waiter): void {
    const caller = callerOfTask(waiter.task);
    const waiters = this.#callers.get(caller);
    if (waiters === undefined) this.#callers.set(caller, [waiter]);
    else waiters.push(waiter);
    this.#size++;
  }

  /** The next waiter; it stays in the queue. */
  first(rankOf: RankOf): Waiter | undefined {
    let found: Waiter | undefined;
    let lowest = Infinity;
    for (const [caller, [waiter]] of this.#callers) {
      const rank = rankOf(caller);
      if (rank === undefined || rank >= lowest) continue;
      found = waiter;
      lowest = rank;
      if (rank === 0) break;
    }
    return found;
  }

  /** Removes the first waiter of a caller, whose next turn comes after those of all others. */
  take({ task }: Waiter): void {
    const caller = callerOfTask(task);
    const waiters = this.#callers.get(caller);
    if (waiters === undefined) return;
    waiters.shift();
    this.#size--;
    this.#callers.delete(caller);
    if (waiters.length > 0) this.#callers.set(caller, waiters);
  }

  /** Removes the waiters for which there is an error, and fails them. */
  expire(errorOf: (waiter: Waiter) => Error | undefined): void {
    for (const [caller, waiters] of this.#callers) {
      const kept = waiters.filter((waiter) => {
        const error = errorOf(waiter);
        if (error !== undefined) waiter.fail(error);
        return error === undefined;
      });
      if (kept.length === waiters.length) continue;
      this.#size -= waiters.length - kept.length;
      if (kept.length === 0) this.#callers.delete(caller);
      else this.#callers.set(caller, kept);
    }
  }
}
