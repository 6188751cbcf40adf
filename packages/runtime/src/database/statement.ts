import { explainCancelled } from './cancel.js';
import { type Connection, noteFailure } from './connection.js';
import { isSent, letGo } from './driver-internals.js';
import { type PendingStatement, type Task, noWait, restart, spend } from './pool/task.js';

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
    noteSent(task, statement, reject);
    statement
      .forEach((row) => rows.push(row))
      .then(
        (result) => {
          letGo(statement);
          noteEnded(task);
          connection.hasAnswered = true;
          if (isComplete(rows, result)) resolve(rows);
          else reject(new Error('The database sent another number of rows than it announced'));
          task.ended();
        },
        (error: Error) => {
          noteEnded(task);
          task.wasSent = isSent(statement);
          noteFailure(connection, error);
          reject(explainCancelled(connection, task, error));
          task.ended();
        },
      );
  });
}

/** The server can cancel only the statement that it works on, so the one in front stays the one under way. */
function noteSent(task: Task, statement: object, fail: Task['fail']): void {
  if (task.sent === undefined) {
    task.sent = statement;
    task.fail = fail;
    return;
  }
  const failFront = task.fail;
  task.next = statement;
  task.fail = (error) => {
    failFront(error);
    fail(error);
  };
}

function noteEnded(task: Task): void {
  task.sent = task.next;
  task.next = undefined;
  if (task.sent === undefined) {
    task.fail = noWait;
    return;
  }
  spend(task);
  restart(task);
  task.nextBegins();
  task.nextBegins = noWait;
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}
