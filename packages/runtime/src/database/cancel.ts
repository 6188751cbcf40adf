import { ContentError } from '../errors/index.js';
import { type Connection, retire } from './connection.js';
import { codeOf } from './codes.js';
import { cancelAtServer } from './driver-internals.js';
import type { Task } from './pool/task.js';

const QUERY_CANCELED = '57014';

/** A single statement or a transaction that was cancelled for the sake of others, and begins again. */
export class TakenBack extends Error {}

/** The status is for the log only. */
export function clientGone(): ContentError {
  return new ContentError(499, 'ClientClosedRequestError', 'The client has gone', null);
}

export function tookTooLong(): Error {
  return Object.assign(new Error('The statement took too long'), { code: QUERY_CANCELED });
}

/** A new connection would keep a process alive that has closed its content. */
export function closed(): ContentError {
  const message = 'The content is closed: closeContent has ended its connections to the database';
  return new ContentError(503, 'ServiceUnavailableError', message, null);
}

/** More requests wait for a connection than the server can answer in time. */
export function overloaded(): ContentError {
  return new ContentError(503, 'ServiceUnavailableError', 'The server is busy; try again', null);
}

/** Cancels the statement of the task at the front of a connection. */
export function cancel(connection: Connection, task: Task, reason: Error, now: number): void {
  if (task.cancelled !== undefined || task.sent === undefined) return;
  task.cancelled = { reason, at: now };
  connection.isCancelled = true;
  // A late order to cancel could reach the next statement, so the connection takes no more of them.
  retire(connection);
  // If that fails, the timeout of the server ends the statement.
  void cancelAtServer(task.sent);
}

/** The meaning of an error: a cancelled statement fails with the reason for it. */
export function explainCancelled(connection: Connection, task: Task, error: Error): Error {
  if (codeOf(error) !== QUERY_CANCELED) return error;
  retire(connection);
  if (task.cancelled !== undefined) return task.cancelled.reason;
  // The order was meant for the statement before it.
  return connection.isCancelled && task.text !== undefined ? new TakenBack() : error;
}
