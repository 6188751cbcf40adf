import { TakenBack } from '../cancel.js';
import { DUPLICATE_STATEMENT, STALE_STATEMENT, codeOf, isConnectionFailure, mayReadAgain } from '../codes.js';
import type { Connection } from '../connection.js';
import type { Hosts } from '../hosts.js';
import type { Task } from './task.js';

/** Attempts of a statement that meets stale ones. */
const MAX_OUTDATED = 3;

/** The least time of the second attempt of a read. A connection that fell silent has used up that of the first one. */
const READ_AGAIN_MS = 2_000;

/** What a task does after an error; `undefined`: it fails with it. */
export type NextAttempt = 'again' | 'with new connections' | undefined;

/** The failed attempts of one task. */
export class Attempts {
  readonly #hosts: Hosts;
  #unsent = 0;
  #outdated = 0;
  #hasReadAgain = false;

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
  }

  after(error: unknown, connection: Connection, task: Task): NextAttempt {
    if (error instanceof TakenBack) return task.text === undefined ? undefined : 'again';
    if (isUnsent(connection, task) && isConnectionFailure(error)) {
      this.#hosts.noteUnreachable(connection.host);
      if (++this.#unsent < this.#hosts.attempts) return 'again';
    }
    if (task.text === undefined) return undefined;
    if (isOutdated(task, error) && ++this.#outdated < MAX_OUTDATED) return 'with new connections';
    // A write may have had its effect before the connection was lost.
    if (!task.isRead || this.#hasReadAgain || !mayReadAgain(error)) return undefined;
    this.#hasReadAgain = true;
    // A client with a limit of its own is answered when it ends.
    if (task.client?.timeoutMs === undefined) task.until = Math.max(task.until, performance.now() + READ_AGAIN_MS);
    return 'again';
  }
}

/** Whether nothing of the task has reached a server: the connection was never open. */
function isUnsent({ hasAnswered }: Connection, { text, wasSent }: Task): boolean {
  return !hasAnswered && (text === undefined || !wasSent);
}

/**
 * Whether a statement may be sent again because one was stale. That one was not run. Those behind it may have been, so only
 * reads are sent again.
 */
function isOutdated({ isRead }: Task, error: unknown): boolean {
  const code = codeOf(error);
  return code === STALE_STATEMENT || code === DUPLICATE_STATEMENT || (isRead && code === 'CONNECTION_DESTROYED');
}
