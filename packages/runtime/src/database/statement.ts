import { explainCancelled } from './cancel.js';
import { type Connection, noteFailure } from './connection.js';
import { type PendingStatement, type Task, isSent, noWait } from './pool/task.js';

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
    let rows: Row[] = [];
    task.sent = statement;
    task.fail = reject;
    statement
      .forEach((row) => rows.push(row))
      .then(
        (result) => {
          task.sent = undefined;
          task.fail = noWait;
          connection.hasAnswered = true;
          // The driver keeps the statement for a while; it must not keep the rows, or collecting garbage costs more.
          const collected = rows;
          rows = [];
          if (isComplete(collected, result)) resolve(collected);
          else reject(new Error('The database sent another number of rows than it announced'));
          task.ended();
        },
        (error: Error) => {
          task.sent = undefined;
          task.wasSent = isSent(statement);
          noteFailure(connection, error);
          reject(explainCancelled(connection, task, error));
          task.ended();
        },
      );
  });
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}
