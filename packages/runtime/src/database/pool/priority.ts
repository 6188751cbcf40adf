import type { Connection } from '../connection.js';
import { Preempted } from '../failures.js';
import type { Paces } from './pace.js';
import { type Rule, laneOf } from './queue.js';
import { FAST_MS, SLOW_MS, SLOW_WRITE_MS } from './speed.js';
import type { Task } from './task.js';

/*
 * The whole rule that decides which task gets a connection, and which task gives a connection back:
 *
 * 1. The tasks of one caller and one content type wait in one lane. Among these, the tasks that are known to be slow wait
 *    in a lane of their own. A lane gives its tasks their turns in the order in which they came.
 * 2. Each lane has an account: the time for which its tasks have had connections since tasks have to wait. A connection
 *    goes to the lane with the smallest account, and among equal accounts to the lane whose last turn is the longest ago.
 *    A new lane begins with the account of the lane that had the last turn. So the lanes share the time of the
 *    connections equally, and no lane starves.
 * 3. A task has no turn while it would only wait inside the database: while as many tasks as may have its document have
 *    connections, or while slow tasks have all connections but those that are kept for others.
 * 4. While tasks wait that may be fast, slow tasks give back the connections that are kept for others.
 * 5. Of the reads with one text that are known to be slow, no more run than end in their time; see `pace.ts`. The others
 *    have no turn meanwhile, even while connections are free.
 *
 * A task may be slow if its statement was slow the last time, or if nothing is known of its statement, but a task of the
 * same content type is slow now.
 */

/** The part of the connections that is kept for tasks that may be fast. */
const KEPT = 0.3;

/** Tasks of one document that have a connection: one holds its lock, the next is ready to take it over. */
const MAX_OF_DOCUMENT = 2;

/** How many connections slow tasks leave to others while these wait. */
export function keptOf(size: number): number {
  return size === 1 ? 0 : Math.ceil(size * KEPT);
}

/** What a pool knows at one moment. */
interface Moment {
  readonly open: ReadonlySet<Connection>;
  readonly size: number;
  /** Whether tasks that may be fast wait now, or have waited lately. */
  readonly keeps: boolean;
  readonly paces: Paces;
  readonly now: number;
}

/** The connections at one moment, and what the rule says about waiting tasks then. */
export class Priority implements Rule {
  readonly #size: number;
  /** How many connections slow tasks leave to others now. */
  readonly #kept: number;
  readonly #running = new Map<string, number>();
  /** The documents that tasks lock, with the weights of these tasks. */
  readonly #documents = new Map<string, number>();
  /** Content types with a slow task. */
  readonly #slowTypes = new Set<string>();
  /** How many slow tasks run with a text. */
  readonly #slowTexts = new Map<string | undefined, number>();
  readonly #paces: Paces;
  readonly #now: number;
  /** Connections with a task. Only transactions have documents, and each has a connection of its own. */
  #busy = 0;
  /** Connections with a task that is slow, or may be slow. */
  #slow = 0;

  constructor({ open, size, keeps, paces, now }: Moment) {
    this.#size = size;
    this.#kept = keeps ? keptOf(size) : 0;
    this.#paces = paces;
    this.#now = now;
    const quick: Task[] = [];
    for (const { tasks } of open) {
      const [front] = tasks;
      if (front === undefined) continue;
      for (const task of tasks) this.#lock(task, weightOf(task, now));
      const lane = laneOf(front);
      this.#running.set(lane, this.runningMs(lane) + now - front.startedAt);
      this.#busy++;
      if (!isSlowNow(front, now)) {
        quick.push(front);
        continue;
      }
      this.#addSlow(front);
      if (front.type !== undefined) this.#slowTypes.add(front.type);
    }
    for (const front of quick) if (this.#maySlow(front)) this.#addSlow(front);
  }

  mayGo(task: Task): boolean {
    if (this.isLocked(task)) return false;
    if (!this.#maySlow(task)) return true;
    if (this.#paces.isFull(task, this.#slowTexts.get(task.text) ?? 0, this.#now)) return false;
    // A task that only its content type makes slow may turn out fast, so it leaves just one connection to others.
    const kept = task.speed === 'slow' ? this.#kept : this.#kept > 1 ? 1 : 0;
    return this.#slow < this.#size - kept;
  }

  runningMs(lane: string): number {
    return this.#running.get(lane) ?? 0;
  }

  /** Counts a task that has just got a connection. */
  add(task: Task): void {
    this.#busy++;
    this.#lock(task, 1);
    if (this.#maySlow(task)) this.#addSlow(task);
  }

  /** Whether other tasks have the document, so that this task would only wait for them inside the database. */
  isLocked({ document }: Task): boolean {
    if (document === undefined) return false;
    return isFull(this.#documents.get(document) ?? 0, this.#size, this.#busy);
  }

  #lock({ document }: Task, weight: number): void {
    if (document !== undefined) this.#documents.set(document, (this.#documents.get(document) ?? 0) + weight);
  }

  #addSlow({ text }: Task): void {
    this.#slow++;
    this.#slowTexts.set(text, (this.#slowTexts.get(text) ?? 0) + 1);
  }

  #maySlow({ speed, type }: Task): boolean {
    return speed === 'slow' || (speed === 'unknown' && type !== undefined && this.#slowTypes.has(type));
  }
}

/** The same question as `isLocked`, for one document alone. */
export function isDocumentFull(open: ReadonlySet<Connection>, document: string, size: number, now: number): boolean {
  let weight = 0;
  for (const { tasks } of open) for (const task of tasks) if (task.document === document) weight += weightOf(task, now);
  return weight > 0 && isFull(weight, size, busyOf(open));
}

/**
 * A second task of a document, which is only ready to take over the lock, leaves the last connections to others,
 * because it would occupy a connection and wait.
 */
function isFull(weight: number, size: number, busy: number): boolean {
  return weight > 0 && weight >= (size - busy > keptOf(size) ? MAX_OF_DOCUMENT : 1);
}

/** A slow task fills its document, because it waits for a lock, and another task would wait for the same lock. */
function weightOf({ startedAt }: Task, now: number): number {
  return now - startedAt < FAST_MS ? 1 : MAX_OF_DOCUMENT;
}

/** The number of connections with a task. */
export function busyOf(open: Iterable<Connection>): number {
  let busy = 0;
  for (const { tasks } of open) if (tasks.length > 0) busy++;
  return busy;
}

/**
 * Takes connections back from slow tasks until `wanted` connections are free of them: first from the callers and content
 * types with the most tasks, and among these from the task that began last. Returns whether there are slow tasks.
 */
export function preempt(open: ReadonlySet<Connection>, size: number, wanted: number, now: number): boolean {
  const slow = [...open].flatMap((connection) => {
    const [front] = connection.tasks;
    return front !== undefined && isSlowNow(front, now) ? [{ connection, front }] : [];
  });
  const missing = wanted - (size - slow.length);
  if (missing <= 0) return slow.length > 0;
  const callers = countBy(open, ({ caller }) => caller);
  const types = countBy(open, ({ type }) => type);
  const load = ({ caller, type }: Task) => (callers.get(caller) ?? 0) + (types.get(type) ?? 0);
  const order = slow
    // A transaction has no statement to cancel while its own code runs, and while it commits.
    .filter(({ front }) => front.isRepeated && front.statement !== undefined)
    .toSorted((a, b) => load(b.front) - load(a.front) || b.front.startedAt - a.front.startedAt);
  for (const { connection, front } of order.slice(0, missing)) connection.cancel(front, new Preempted(), now);
  return true;
}

/** Whether a connection works on a slow task, the one in front, that will not end soon. */
function isSlowNow({ cancellation, speed, startedAt, text }: Task, now: number): boolean {
  if (cancellation !== undefined) return false;
  return speed === 'slow' || now - startedAt > (text === undefined ? SLOW_WRITE_MS : SLOW_MS);
}

function countBy<Name>(open: Iterable<Connection>, nameOf: (task: Task) => Name): Map<Name, number> {
  const counts = new Map<Name, number>();
  for (const { tasks } of open) for (const task of tasks) counts.set(nameOf(task), (counts.get(nameOf(task)) ?? 0) + 1);
  return counts;
}
