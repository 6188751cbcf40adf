import { type Connection, within } from './connection.js';
import { codeOf } from './retry.js';

/** A statement that the driver has not sent yet. */
interface PendingStatement<Row> {
  forEach(collect: (row: Row) => void): PromiseLike<object>;
}

const QUERY_CANCELED = '57014';

/**
 * Runs a statement and collects its rows here, one by one. The driver numbers the rows of a connection and does not start
 * again after a statement that failed in the middle of its rows, so its own results would begin with holes.
 */
export async function collectRows<Row>(
  connection: Connection,
  statement: PendingStatement<Row>,
  timeoutMs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const sent = statement.forEach((row) => rows.push(row));
  try {
    const result = await within(connection, sent, timeoutMs);
    if (isComplete(rows, result)) return rows;
  } catch (error) {
    // A late order to cancel could reach the next statement, so the connection takes no more of them.
    if (codeOf(error) === QUERY_CANCELED && connection.state === 'working') connection.state = 'retired';
    throw error;
  }
  throw new Error('The database sent another number of rows than it announced');
}

/** Whether a SELECT got as many rows as the server says that it sent. */
function isComplete(rows: readonly unknown[], result: object): boolean {
  if (!('command' in result && 'count' in result) || result.command !== 'SELECT') return true;
  return result.count === rows.length;
}
