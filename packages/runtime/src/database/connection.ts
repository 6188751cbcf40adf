import type postgres from 'postgres';

/**
 * A driver client with exactly one connection, discarded together with that connection. The driver's own pool sends
 * statements to busy connections, keeps writing to a connection that no longer answers, does not always recover from a
 * lost one, and ends the process when a connection is lost inside a transaction.
 */
export interface Connection {
  readonly sql: postgres.Sql;
  /**
   * `retired`: closes when its statements are answered. `lost`: the socket is closed. `silent`: a statement was not
   * answered in time, so the state of the connection is unknown.
   */
  state: 'working' | 'retired' | 'lost' | 'silent';
  /** The number of callers whose statement is not answered yet. */
  users: number;
  /** When the oldest unanswered statement reached the front of the connection, in milliseconds. */
  busySince: number;
}

export function openConnection(open: (onclose: () => void) => postgres.Sql): Connection {
  const connection: Connection = {
    sql: open(() => (connection.state = 'lost')),
    state: 'working',
    users: 0,
    busySince: 0,
  };
  return connection;
}

export async function closeConnection(connection: Connection): Promise<void> {
  await connection.sql.end({ timeout: isUnusable(connection) ? 0 : 5 }).catch(() => undefined);
}

export function isUnusable({ state }: Connection): boolean {
  return state === 'lost' || state === 'silent';
}

/**
 * Waits for an answer, but no longer than `timeoutMs`, because the driver itself would wait forever. A late statement
 * is not cancelled: the server does that by `statement_timeout`, and a server that is unreachable cannot be told.
 */
export function within<T>(connection: Connection, query: PromiseLike<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connection.state = 'silent';
      reject(unreachable());
    }, timeoutMs);
    query.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: Error) => {
        clearTimeout(timer);
        // Only a `PostgresError` comes from the server; every other error is about the connection.
        if (error.name !== 'PostgresError') connection.state = 'lost';
        reject(error);
      },
    );
  });
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}
