import type { Connection } from './connection.js';
import { isSent, letGo, refuseStale } from './driver-internals.js';
import { Preempted, QUERY_CANCELED, codeOf } from './failures.js';
import type { Task } from './pool/task.js';
import type { PreparePolicy } from './prepare-policy.js';

/** A parameter of a statement. JSON is passed as text, lists as arrays of strings or numbers. */
export type Value = string | number | boolean | bigint | null | readonly string[] | readonly number[];

/** A row as the bytes that PostgreSQL sent. */
export type RawRow = readonly (Buffer | null)[];

/** Sends statements as the policy says, prepared or not. */
export function statementSender(policy: PreparePolicy) {
  const send = <Row extends object>({ sql }: Connection, text: string, values: readonly Value[] = []) =>
    // The types of the driver lack bigint as a parameter.
    refuseStale(
      sql.unsafe<Row[]>(text, values.map(encodeValue) as never[], { prepare: policy.shouldPrepare(text) }),
      sql,
    );
  return {
    rows: async <Row extends object>(connection: Connection, task: Task, text: string, values?: readonly Value[]) =>
      await runStatement<Row>(connection, task, send<Row>(connection, text, values)),
    raw: async (connection: Connection, task: Task, text: string, values?: readonly Value[]) =>
      await runStatement<RawRow>(connection, task, send(connection, text, values).raw()),
  };
}

/** A statement of the driver. */
interface PendingStatement<Row> {
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
  // The order to cancel was meant for the statement before this statement.
  return connection.isCancelled && task.text !== undefined ? new Preempted() : error;
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}

/** Lists are passed as array literals, because the driver would first query the array types of the database. */
export function encodeValue(value: Value): string | number | boolean | bigint | null {
  if (typeof value !== 'object' || value === null) return value;
  if (value.length === 0 || typeof value[0] === 'number') return `{${value.join(',')}}`;
  // Most lists are document ids. JSON without escapes is such a literal, but for its brackets, and faster to write.
  const json = JSON.stringify(value);
  if (!json.includes('\\')) return `{${json.slice(1, -1)}}`;
  return `{"${value.map((item) => String(item).replace(/["\\]/g, '\\$&')).join('","')}"}`;
}

/** A name of a table or column, quoted for SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal. Only for text from definitions: values of requests are parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
