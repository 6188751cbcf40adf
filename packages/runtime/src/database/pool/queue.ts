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

/** The lower the rank of a task, the sooner its turn. `undefined`: it has to wait. */
export type RankOf = (task: Task) => number | undefined;

/** Waiting tasks. Callers and content types take turns, however many tasks each of them has. */
export class FairQueue {
  /** By caller and type, in the order of their turns. */
  readonly #lanes = new Map<string, Waiter[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: Waiter): void {
    const key = laneOf(waiter.task);
    const lane = this.#lanes.get(key);
    if (lane === undefined) this.#lanes.set(key, [waiter]);
    else lane.push(waiter);
    this.#size++;
  }

  /** The next waiter; it stays in the queue. */
  first(rankOf: RankOf): Waiter | undefined {
    let found: Waiter | undefined;
    let lowest = Infinity;
    for (const lane of this.#lanes.values()) {
      for (const waiter of lane) {
        const rank = rankOf(waiter.task);
        if (rank === undefined) continue;
        if (rank < lowest) [found, lowest] = [waiter, rank];
        break;
      }
      if (lowest === 0) break;
    }
    return found;
  }

  /** Removes a waiter. The next turn of its lane comes after those of all others. */
  take(waiter: Waiter): void {
    const key = laneOf(waiter.task);
    const lane = this.#lanes.get(key);
    const place = lane?.indexOf(waiter) ?? -1;
    if (lane === undefined || place < 0) return;
    lane.splice(place, 1);
    this.#size--;
    this.#lanes.delete(key);
    if (lane.length > 0) this.#lanes.set(key, lane);
  }

  /** Removes the waiters that meet a condition. */
  takeAll(condition: (waiter: Waiter) => boolean): readonly Waiter[] {
    const taken: Waiter[] = [];
    for (const [key, lane] of this.#lanes) {
      const kept: Waiter[] = [];
      for (const waiter of lane) (condition(waiter) ? taken : kept).push(waiter);
      if (kept.length === 0) this.#lanes.delete(key);
      else if (kept.length < lane.length) this.#lanes.set(key, kept);
    }
    this.#size -= taken.length;
    return taken;
  }

  /** How many waiters meet a condition, up to a number. */
  count(condition: (task: Task) => boolean, atMost: number): number {
    let count = 0;
    for (const lane of this.#lanes.values())
      for (const { task } of lane) if (count >= atMost || (condition(task) && ++count >= atMost)) return count;
    return count;
  }

  /** The newest waiter of each lane. */
  *newest(): Iterable<{ readonly lane: string; readonly waiter: Waiter }> {
    for (const [lane, waiters] of this.#lanes) {
      const waiter = waiters.at(-1);
      if (waiter !== undefined) yield { lane, waiter };
    }
  }

  lengthOf(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }
}

/** Tasks of one caller and one content type wait in one lane. */
export function laneOf(task: Task): string {
  return `${task.type ?? ''} ${callerOfTask(task)}`;
}
