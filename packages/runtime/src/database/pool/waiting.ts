import { FairQueue, type RankOf, type Waiter } from './queue.js';

/** A slow task goes before faster ones that came this much later, so that it is not put off forever. */
const PATIENCE_MS = 500;

/** Tasks without a connection: those that may be fast stand before those that are known to be slow. */
export class WaitingTasks {
  readonly #fast = new FairQueue();
  readonly #slow = new FairQueue();

  get size(): number {
    return this.#fast.size + this.#slow.size;
  }

  /** How many of them may be fast. */
  get fast(): number {
    return this.#fast.size;
  }

  add(waiter: Waiter): void {
    this.#queueOf(waiter).add(waiter);
  }

  /** Removes the next task. `maySlow`: whether a slow task may go before one that may be fast. */
  next(rankOf: RankOf, maySlow: () => boolean): Waiter | undefined {
    const fast = this.#fast.first(rankOf);
    const slow = this.#slow.size === 0 ? undefined : this.#slow.first(rankOf);
    const isSlowFirst =
      slow !== undefined && (fast === undefined || (slow.since + PATIENCE_MS < fast.since && maySlow()));
    const next = isSlowFirst ? slow : fast;
    if (next !== undefined) this.#queueOf(next).take(next);
    return next;
  }

  /** The next task that may share a connection with others. */
  nextFast(rankOf: RankOf): Waiter | undefined {
    const next = this.#fast.first(rankOf);
    if (next !== undefined) this.#fast.take(next);
    return next;
  }

  expire(errorOf: (waiter: Waiter) => Error | undefined): void {
    this.#fast.expire(errorOf);
    this.#slow.expire(errorOf);
  }

  #queueOf({ task }: Waiter): FairQueue {
    return task.pace === 'slow' ? this.#slow : this.#fast;
  }
}
