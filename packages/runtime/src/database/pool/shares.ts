import type { Connection } from '../connection.js';
import { FAST_MS } from './pace.js';
import { isSlowNow, loadsOf } from './review.js';
import { type Task, callerOfTask } from './task.js';

export interface ShareLimits extends DocumentLimits {
  /** How many connections are kept free of slow tasks now. */
  readonly kept: number;
}

export interface DocumentLimits {
  /** The most connections. */
  readonly size: number;
  /** How many of them are for tasks that do not wait for others of their document. */
  readonly reserved: number;
}

/** The rank of a task that is expected to be slow, which goes behind all others. */
const DOUBTFUL = 1_000_000;

/** Tasks of one document that have a connection: one holds its lock, the next is ready to take it over. */
const MAX_OF_DOCUMENT = 2;

/** Whether another task that locks the document would only wait for those that have a connection. */
export function isTaken(open: Iterable<Connection>, document: string, limits: DocumentLimits, now: number): boolean {
  let count = 0;
  for (const { tasks } of open) for (const task of tasks) if (task.document === document) count += weightOf(task, now);
  return count > 0 && count >= maxOfDocument(limits, busyOf(open));
}

/** A slow task counts as the most, because it waits for a lock, and others of its document would wait there, too. */
function weightOf({ startedAt }: Task, now: number): number {
  return now - startedAt < FAST_MS ? 1 : MAX_OF_DOCUMENT;
}

/** The task that is only ready to take over leaves the last connections to others, because it would wait with them. */
function maxOfDocument({ size, reserved }: DocumentLimits, busy: number): number {
  return size - busy > reserved ? MAX_OF_DOCUMENT : 1;
}

/** The number of connections with a task. */
export function busyOf(open: Iterable<Connection>): number {
  let busy = 0;
  for (const { tasks } of open) if (tasks.length > 0) busy++;
  return busy;
}

/** How tasks share the connections of a pool at one moment. */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #callers: Map<string, number>;
  /** The documents that tasks lock, with the weights of these tasks. */
  readonly #documents = new Map<string, number>();
  /** Connections with a task. Only transactions have documents, and each has a connection of its own. */
  #busy: number;
  /** Content types with a slow task. */
  readonly #slowTypes = new Set<string>();
  /** Connections with a slow task. */
  readonly slow: number;
  /** Connections whose task may become slow, because it is of a type that has a slow one. */
  #doubtful = 0;

  constructor(open: ReadonlySet<Connection>, limits: ShareLimits, now: number) {
    this.#limits = limits;
    this.#callers = loadsOf(open, callerOfTask);
    this.#busy = busyOf(open);
    let slow = 0;
    for (const connection of open) {
      for (const task of connection.tasks) this.#lock(task, weightOf(task, now));
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
    this.#busy++;
    const caller = callerOfTask(task);
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
    this.#lock(task, 1);
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

  /** Whether other tasks have the document: this one would only wait for them inside the database. */
  isLocked({ document }: Task): boolean {
    const count = document === undefined ? 0 : (this.#documents.get(document) ?? 0);
    return count > 0 && count >= maxOfDocument(this.#limits, this.#busy);
  }

  #lock({ document }: Task, weight: number): void {
    if (document !== undefined) this.#documents.set(document, (this.#documents.get(document) ?? 0) + weight);
  }

  #isDoubtful({ pace, type }: Task): boolean {
    return pace === 'slow' || (pace === 'unknown' && type !== undefined && this.#slowTypes.has(type));
  }
}
