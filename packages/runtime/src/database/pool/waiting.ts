import { FairQueue, type RankOf, type Waiter, laneOf } from './queue.js';
import type { Task } from './task.js';

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
  next(rankOf: RankOf, maySlow: boolean): Waiter | undefined {
    const fast = this.#fast.size === 0 ? undefined : this.#fast.first(rankOf);
    const slow = this.#slow.size === 0 ? undefined : this.#slow.first(rankOf);
    const isSlowFirst =
      slow !== undefined && (fast === undefined || (slow.since + PATIENCE_MS < fast.since && maySlow));
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

  /** Whether a task waits that locks the document. */
  hasDocument(document: string): boolean {
    const isOfDocument = (task: Task) => task.document === document;
    return [this.#fast, this.#slow].some((queue) => queue.size > 0 && queue.count(isOfDocument, 1) > 0);
  }

  /** How many of those that may be fast meet a condition, up to a number. */
  countFast(condition: (task: Task) => boolean, atMost: number): number {
    return this.#fast.size === 0 ? 0 : this.#fast.count(condition, atMost);
  }

  /** Puts the tasks with a text behind the others, because a statement with it was slow. */
  demote(text: string): void {
    for (const waiter of this.#fast.takeAll(({ task }) => task.text === text)) {
      waiter.task.pace = 'slow';
      this.#slow.add(waiter);
    }
  }

  /** Removes the newest task of the longest lane; `undefined`: none is longer than that of the newcomer. */
  crowdOut(newcomer: Task): Waiter | undefined {
    const lengthOf = (lane: string) => this.#fast.lengthOf(lane) + this.#slow.lengthOf(lane);
    let longest = lengthOf(laneOf(newcomer)) + 1;
    let found: Waiter | undefined;
    for (const queue of [this.#slow, this.#fast]) {
      for (const { lane, waiter } of queue.newest()) {
        const length = lengthOf(lane);
        if (length > longest) [found, longest] = [waiter, length];
      }
    }
    if (found !== undefined) this.#queueOf(found).take(found);
    return found;
  }

  /** Fails the tasks for which there is an error. */
  expire(errorOf: (waiter: Waiter) => Error | undefined): void {
    for (const queue of [this.#fast, this.#slow]) {
      if (queue.size === 0) continue;
      queue.takeAll((waiter) => {
        const error = errorOf(waiter);
        if (error !== undefined) waiter.fail(error);
        return error !== undefined;
      });
    }
  }

  #queueOf({ task }: Waiter): FairQueue {
    return task.pace === 'slow' ? this.#slow : this.#fast;
  }
}
