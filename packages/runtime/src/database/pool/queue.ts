import type { Connection } from '../connection.js';
import type { Task } from './task.js';

/** A task that waits for a connection. */
export interface Waiter {
  readonly task: Task;
  readonly give: (connection: Connection) => void;
  readonly fail: (error: Error) => void;
}

/** Tasks that wait for a turn together, in the order in which they came. */
interface Lane {
  readonly isSlow: boolean;
  waiters: Waiter[];
}

/** What decides between lanes at one moment; see `priority.ts`. */
export interface Rule {
  /** Whether a task may have a connection now. */
  mayGo(task: Task): boolean;
  /** For how long the tasks of a lane that have connections have had them, in milliseconds. */
  runningMs(lane: string): number;
}

/**
 * Tasks without a connection. The tasks of one caller and one content type wait in one lane, and those tasks that are
 * known to be slow wait in a lane of their own.
 */
export class WaitingTasks {
  /** The lane whose last turn is the longest ago is the first. */
  readonly #lanes = new Map<string, Lane>();
  /** For how long the tasks of a lane have had connections, in milliseconds. */
  readonly #accounts = new Map<string, number>();
  /** The account of the lane that had the last turn: where a new lane begins. */
  #level = 0;
  #size = 0;
  #slow = 0;

  get size(): number {
    return this.#size;
  }

  /** How many waiting tasks may be fast. */
  get fast(): number {
    return this.#size - this.#slow;
  }

  /** How many slow tasks wait that have a text. */
  countText(text: string | undefined): number {
    let count = 0;
    for (const { isSlow, waiters } of this.#lanes.values())
      if (isSlow) for (const { task } of waiters) if (task.text === text) count++;
    return count;
  }

  add(waiter: Waiter): void {
    if (this.#size === 0) this.#settle();
    const key = laneOf(waiter.task);
    const lane = this.#lanes.get(key);
    if (lane === undefined) this.#lanes.set(key, { isSlow: isKnownSlow(waiter.task), waiters: [waiter] });
    else lane.waiters.push(waiter);
    this.#count(waiter, 1);
  }

  /** Counts the time for which a task has had a connection, while others wait. */
  charge(task: Task, ms: number): void {
    if (this.#size === 0) return;
    const key = laneOf(task);
    this.#accounts.set(key, this.#accountOf(key) + ms);
  }

  /**
   * Removes the task whose turn it is. `mayShare`: the task shares a connection with others, so it must not be slow.
   */
  next(rule: Rule, mayShare = false): Waiter | undefined {
    let found: { readonly key: string; readonly lane: Lane; readonly waiter: Waiter } | undefined;
    let smallest = Infinity;
    for (const [key, lane] of this.#lanes) {
      if (mayShare && lane.isSlow) continue;
      const account = this.#accountOf(key) + rule.runningMs(key);
      if (account >= smallest) continue;
      const waiter = lane.waiters.find(({ task }) => rule.mayGo(task));
      if (waiter !== undefined) [found, smallest] = [{ key, lane, waiter }, account];
    }
    if (found === undefined) return undefined;
    const { key, lane, waiter } = found;
    lane.waiters.splice(lane.waiters.indexOf(waiter), 1);
    this.#count(waiter, -1);
    this.#lanes.delete(key);
    if (lane.waiters.length > 0) this.#lanes.set(key, lane);
    this.#raise(this.#accountOf(key));
    return waiter;
  }

  /** Whether a task waits that locks the document. */
  hasDocument(document: string): boolean {
    for (const { waiters } of this.#lanes.values())
      if (waiters.some(({ task }) => task.document === document)) return true;
    return false;
  }

  /** How many of the tasks that may be fast meet a condition, up to a number. */
  countFast(condition: (task: Task) => boolean, atMost: number): number {
    let count = 0;
    for (const { isSlow, waiters } of this.#lanes.values()) {
      if (isSlow) continue;
      for (const { task } of waiters) if (count >= atMost || (condition(task) && ++count >= atMost)) return count;
    }
    return count;
  }

  /** Moves the tasks with a text to the slow lanes, because a statement with it was slow. */
  demote(text: string): void {
    for (const waiter of this.#takeAll(({ task }) => task.text === text && !isKnownSlow(task))) {
      waiter.task.demote();
      this.add(waiter);
    }
  }

  /**
   * Removes the newest task of the longest lane, to make room; `undefined`: no lane is longer than the lane of the
   * newcomer.
   */
  shed(newcomer: Task): Waiter | undefined {
    let longest = (this.#lanes.get(laneOf(newcomer))?.waiters.length ?? 0) + 1;
    let found: Waiter | undefined;
    for (const { waiters } of this.#lanes.values()) {
      if (waiters.length <= longest) continue;
      longest = waiters.length;
      found = waiters.at(-1);
    }
    if (found !== undefined) this.#takeAll((waiter) => waiter === found);
    return found;
  }

  /** Fails the tasks for which there is an error. */
  expire(errorOf: (waiter: Waiter) => Error | undefined): void {
    if (this.#size === 0) return;
    this.#takeAll((waiter) => {
      const error = errorOf(waiter);
      if (error !== undefined) waiter.fail(error);
      return error !== undefined;
    });
  }

  /**
   * A lane without an account begins with the account of the lane that had the last turn, because a new lane must not
   * catch up on the past.
   */
  #accountOf(key: string): number {
    return Math.max(this.#accounts.get(key) ?? 0, this.#level);
  }

  /** Nothing waits, so nothing is owed. */
  #settle(): void {
    this.#accounts.clear();
    this.#level = 0;
  }

  #raise(level: number): void {
    if (level <= this.#level) return;
    this.#level = level;
    for (const [key, account] of this.#accounts) if (account <= level) this.#accounts.delete(key);
  }

  #takeAll(condition: (waiter: Waiter) => boolean): readonly Waiter[] {
    const taken: Waiter[] = [];
    for (const [key, lane] of this.#lanes) {
      const kept: Waiter[] = [];
      for (const waiter of lane.waiters) (condition(waiter) ? taken : kept).push(waiter);
      if (kept.length === 0) this.#lanes.delete(key);
      else if (kept.length < lane.waiters.length) lane.waiters = kept;
    }
    for (const waiter of taken) this.#count(waiter, -1);
    return taken;
  }

  #count({ task }: Waiter, by: number): void {
    this.#size += by;
    if (isKnownSlow(task)) this.#slow += by;
  }
}

function isKnownSlow({ speed }: Task): boolean {
  return speed === 'slow';
}

/** The name of the lane of a task. */
export function laneOf(task: Task): string {
  return `${isKnownSlow(task) ? 'slow ' : ''}${task.type ?? ''} ${task.caller}`;
}
