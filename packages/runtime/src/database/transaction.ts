import { type Connection, isUnusable, within } from './connection.js';

/** Runs a statement after all earlier statements of the transaction have been answered. */
export type InTurn = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Commits when `work` resolves, rolls back when it throws. After the connection is lost nothing is sent any more, not
 * even ROLLBACK, because the server has already rolled back. Statements never wait inside the driver: it would send
 * them over its next connection, outside of the transaction.
 */
export async function runTransaction<T>(
  connection: Connection,
  timeoutMs: number,
  work: (inTurn: InTurn) => Promise<T>,
): Promise<T> {
  await within(connection, connection.sql.unsafe('begin'), timeoutMs);
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (run) => {
    const mine = last.then(() => {
      if (!isOpen) throw new Error('The transaction has ended');
      if (isUnusable(connection)) throw connectionLost();
      return run();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    isOpen = false;
    await last;
    if (isUnusable(connection)) throw connectionLost();
    return within(connection, connection.sql.unsafe(statement), timeoutMs);
  };

  let result: T;
  try {
    result = await work(inTurn);
  } catch (error) {
    await end('rollback').catch(() => undefined);
    throw error;
  }
  const { command } = await end('commit');
  // Postgres answers COMMIT with ROLLBACK when a statement failed, also when `work` caught its error.
  if (command === 'ROLLBACK')
    throw new Error('Nothing was written: a statement failed, and its error was not passed on');
  return result;
}

function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
