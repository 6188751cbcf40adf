import type { Connection } from '../connection.js';
import {
  CrowdedOut,
  DUPLICATE_STATEMENT,
  Preempted,
  STALE_STATEMENT,
  codeOf,
  isConnectionFailure,
  mayReadAgain,
} from '../failures.js';
import type { Hosts } from '../hosts.js';
import type { Task } from './task.js';

/** Attempts of a statement that meets stale statements. */
const MAX_OUTDATED = 3;

/**
 * The least time of the second attempt of a read. An unresponsive connection has used up the time of the first attempt.
 */
const READ_AGAIN_MS = 2_000;

/** Attempts of a read that have all of its time again, because others took the time of the attempt before. */
const MAX_FULL = 5;

/** What follows from the error of a task. */
interface NextAttempt {
  readonly task: Task;
  /** Whether the server does not accept what the connections of all pools have prepared. */
  readonly needsNewConnections: boolean;
}

/** The failed attempts of one caller of the pool. */
export class Attempts {
  readonly #hosts: Hosts;
  #unsent = 0;
  #outdated = 0;
  #full = 0;
  #hasReadAgain = false;

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  /** The next attempt after an error; `undefined`: the caller gets the error. */
  after(error: unknown, connection: Connection, task: Task): NextAttempt | undefined {
    if (error instanceof Preempted) return task.text === undefined ? undefined : again(task, this.#allTime(task));
    if (isUnsent(connection, task) && isConnectionFailure(error)) {
      this.#hosts.noteUnreachable(connection.host);
      if (++this.#unsent < this.#hosts.attempts) return again(task);
    }
    if (task.text === undefined) return undefined;
    if (isOutdated(task, error) && ++this.#outdated < MAX_OUTDATED)
      return { ...again(task), needsNewConnections: true };
    if (error instanceof CrowdedOut && this.#allTime(task) > 0) return again(task, task.limitMs);
    // A write may have had its effect before the connection was lost.
    if (!task.isRead || this.#hasReadAgain || !mayReadAgain(error)) return undefined;
    this.#hasReadAgain = true;
    // A client with a time limit of its own gets its answer when that time ends.
    return again(task, task.client?.timeoutMs === undefined ? READ_AGAIN_MS : 0);
  }

  /** The time of the next attempt of a read that others interrupted. */
  #allTime({ isRead, limitMs }: Task): number {
    return isRead && ++this.#full <= MAX_FULL ? limitMs : 0;
  }
}

function again(task: Task, moreMs = 0): NextAttempt {
  return { task: task.again(moreMs), needsNewConnections: false };
}

/** Whether nothing of the task has reached a server: the connection was never open. */
function isUnsent({ hasAnswered }: Connection, { text, wasSent }: Task): boolean {
  return !hasAnswered && (text === undefined || !wasSent);
}

/**
 * Whether a statement may be sent again because a statement on its connection was stale. The server did not run the
 * stale statement. The server may have run the statements behind the stale statement, so of these only reads are sent
 * again.
 */
function isOutdated({ isRead }: Task, error: unknown): boolean {
  const code = codeOf(error);
  return code === STALE_STATEMENT || code === DUPLICATE_STATEMENT || (isRead && code === 'CONNECTION_DESTROYED');
}
