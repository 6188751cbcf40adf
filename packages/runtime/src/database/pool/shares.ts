import type { Connection } from '../connection.js';
import { isSlowNow, loadsOf } from './review.js';
import { type Task, callerOfTask } from './task.js';

export interface ShareLimits {
  readonly size: number;
  /** How many connections are kept free of slow tasks now. */
  readonly kept: number;
}

/** The rank of a task that is expected to be slow, which goes behind all others. */
const DOUBTFUL = 1_000_000;

/** Whether a task with a connection locks the document. */
export function isTaken(open: Iterable<Connection>, document: string): boolean {
  for (const { tasks } of open) for (const task of tasks) if (task.document === document) return true;
  return false;
}

/** How tasks share the connections of a pool at one moment. */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #callers: Map<string, number>;
  readonly #documents = new Set<string>();
  /** Content types with a slow task. */
  readonly #slowTypes = new Set<string>();
  /** Connections with a slow task. */
  readonly slow: number;
  /** Connections whose task may become slow, because it is of a type that has a slow one. */
  #doubtful = 0;

  constructor(open: ReadonlySet<Connection>, limits: ShareLimits, now: number) {
    this.#limits = limits;
    this.#callers = loadsOf(open, callerOfTask);
    let slow = 0;
    for (const connection of open) {
      for (const { document } of connection.tasks) if (document !== undefined) this.#documents.add(document);
      if (!isSlowNow(connection, now)) continue;
      slow++;
      const type = connection.tasks[0]?.type;
      if (type !== undefined) this.#slowTypes.add(type);
    }
    this.slow = slow;
    if (this.#slowTypes.size === 0) return;
    for (const connection of open) {
      const [front] = connection.tasks;
      if (front !== undefined && this.#isDoubtful(front) && !isSlowNow(connection, now)) this.#doubtful++;
    }
  }

  /** Counts a task that has just got a connection. */
  add(task: Task): void {
    const caller = callerOfTask(task);
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
    if (task.document !== undefined) this.#documents.add(task.document);
    if (this.#isDoubtful(task)) this.#doubtful++;
  }

  /**
   * The fewer tasks a caller has, the sooner it is its turn. Tasks that are expected to be slow go last, and leave some
   * connections to others that have waited lately. All but the last of those are also for tasks that are expected to be
   * slow only because of their type: each has a chance to be fast.
   */
  rankOf(task: Task): number | undefined {
    if (this.isLocked(task)) return undefined;
    const count = this.#callers.get(callerOfTask(task)) ?? 0;
    if (!this.#isDoubtful(task)) return count;
    const { size, kept } = this.#limits;
    const limit = size - (task.pace === 'slow' ? kept : kept > 1 ? 1 : 0);
    return this.slow + this.#doubtful < limit ? DOUBTFUL + count : undefined;
  }

  /** Whether another task has the document: this one would only wait for it inside the database. */
  isLocked({ document }: Task): boolean {
    return document !== undefined && this.#documents.has(document);
  }

  #isDoubtful({ pace, type }: Task): boolean {
    return pace === 'slow' || (pace === 'unknown' && type !== undefined && this.#slowTypes.has(type));
  }
}
