import { type Client, callerOf } from '../client.js';
import type { Pace } from './pace.js';

/** A statement of the driver. */
export interface PendingStatement<Row> extends PromiseLike<object> {
  forEach(collect: (row: Row) => void): PromiseLike<object>;
}

/**
 * A single statement or a transaction that waits for a connection or has one. A single statement that was cancelled may
 * be sent again: PostgreSQL undoes a statement that fails, so the first attempt has no effect. The pool does not repeat a
 * transaction itself, because its code has to begin again.
 */
export interface Task {
  readonly client: Client | undefined;
  /** `undefined`: a transaction. */
  readonly text: string | undefined;
  /** A single statement without effects. */
  readonly isRead: boolean;
  /** The content type that it reads or writes, if it is of one. */
  readonly type: string | undefined;
  /** The document that a transaction locks. */
  readonly document: string | undefined;
  /** Whether it may be taken back: a single statement, or a transaction that is begun again. */
  readonly isRepeated: boolean;
  /** When it asked for a connection. All times are those of `performance.now()`. */
  readonly askedAt: number;
  /** How long its statement may take if its client has no limit of its own. */
  readonly limitMs: number;
  /** When its statement is cancelled at the latest. */
  until: number;
  /** The time that the statements of a transaction still have together; `undefined` without a limit of the client. */
  leftMs: number | undefined;
  /** `slow` also if it had its chance to be fast. Other transactions are `unknown`. */
  pace: Pace;
  /** When its statement reached the front of the connection. */
  startedAt: number;
  /** The statement under way; a transaction has none between its statements and while it commits. */
  sent: object | undefined;
  /** The statement of a transaction that was sent behind it, before its answer. */
  next: object | undefined;
  /**
   * Called when the statement before `next` is answered. Only an observer sets it: with a function for every transaction,
   * V8 kept whole requests in memory until it collected the old part of the heap.
   */
  nextBegins: () => void;
  /** Whether its statement may have reached the server. */
  wasSent: boolean;
  /** Ends the wait for an answer that will not come. */
  fail: (error: Error) => void;
  /** Whether its request no longer waits for its statement, which still keeps the connection until it has ended. */
  isDetached: boolean;
  /** Called when the statement has ended. */
  ended: () => void;
  cancelled: Cancellation | undefined;
}

export interface Cancellation {
  readonly reason: Error;
  readonly at: number;
}

export const noWait = () => undefined;

export interface TaskOptions {
  readonly client?: Client | undefined;
  readonly text?: string;
  readonly isRead?: boolean;
  readonly type?: string | undefined;
  readonly document?: string | undefined;
  readonly isRepeated?: boolean | undefined;
  /** The limit of a client without one of its own. */
  readonly limitMs: number;
  readonly pace?: Pace;
}

export function createTask(options: TaskOptions): Task {
  const { client, text, isRead = false, limitMs, pace = 'unknown' } = options;
  const { type, document, isRepeated = text !== undefined } = options;
  const askedAt = performance.now();
  return {
    client,
    text,
    isRead,
    type,
    document,
    isRepeated,
    askedAt,
    limitMs,
    until: askedAt + (client?.timeoutMs ?? limitMs),
    leftMs: client?.timeoutMs,
    pace,
    startedAt: askedAt,
    sent: undefined,
    next: undefined,
    nextBegins: noWait,
    wasSent: false,
    fail: noWait,
    isDetached: false,
    ended: noWait,
    cancelled: undefined,
  };
}

/** Begins the next statement of a transaction. It has a limit of its own, or what the statements before it left. */
export function restart(task: Task): void {
  task.startedAt = performance.now();
  task.until = task.startedAt + (task.leftMs ?? task.limitMs);
}

/** Counts a statement of a transaction that has ended. The time between statements belongs to the project's own code. */
export function spend(task: Task): void {
  if (task.leftMs !== undefined) task.leftMs -= performance.now() - task.startedAt;
}

/** Lets the request of a read go on with an error while its statement still runs. */
export function detach(task: Task, error: Error): void {
  if (!task.isRead || task.isDetached || task.sent === undefined) return;
  task.isDetached = true;
  task.fail(error);
}

/** The same task for another statement, after it was detached from its first one. */
export function attemptAgain(task: Task): Task {
  const startedAt = performance.now();
  return {
    ...task,
    startedAt,
    sent: undefined,
    next: undefined,
    nextBegins: noWait,
    wasSent: false,
    fail: noWait,
    ended: noWait,
    isDetached: false,
    cancelled: undefined,
  };
}

export function callerOfTask({ client }: Task): string {
  return callerOf(client);
}
