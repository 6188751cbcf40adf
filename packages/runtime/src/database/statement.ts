import type { Connection } from './connection.js';
import { isSent, letGo } from './driver-internals.js';
import { Preempted, QUERY_CANCELED, codeOf } from './failures.js';
import type { Task } from './pool/task.js';

/** A statement of the driver. */
export interface PendingStatement<Row> {
  forEach(collect: (row: Row) => void): PromiseLike<object>;
}

/**
 * Runs a statement of a task and collects its rows here, one by one. The driver numbers the rows of a connection and does
 * not start again after a statement that failed in the middle of its rows, so its own results would begin with holes.
 */
export function runStatement<Row>(
  connection: Connection,
  task: Task,
  statement: PendingStatement<Row>,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const rows: Row[] = [];
    task.send(statement, reject);
    statement
      .forEach((row) => rows.push(row))
      .then(
        (result) => {
          letGo(statement);
          connection.noteAnswer();
          if (isComplete(rows, result)) resolve(rows);
          else reject(new Error('The database sent another number of rows than it announced'));
          task.answer();
        },
        (error: Error) => {
          connection.noteFailure(error);
          reject(explainCancelled(connection, task, error));
          task.answer(isSent(statement));
        },
      );
  });
}

/** The meaning of an error: a cancelled statement fails with the reason for it. */
function explainCancelled(connection: Connection, task: Task, error: Error): Error {
  if (codeOf(error) !== QUERY_CANCELED) return error;
  connection.retire();
  if (task.cancellation !== undefined) return task.cancellation.reason;
  // The order was meant for the statement before it.
  return connection.isCancelled && task.text !== undefined ? new Preempted() : error;
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}
