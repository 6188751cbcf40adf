import type postgres from 'postgres';

import type { Share } from './share.js';

/**
 * A driver client with exactly one connection, discarded together with that connection. The driver's own pool sends
 * statements to busy connections, keeps writing to a connection that no longer answers, does not always recover from a
 * lost one, and ends the process when a connection is lost inside a transaction.
 */
export interface Connection {
  readonly sql: postgres.Sql;
  /**
   * `retired`: closes when its statement is answered. `lost`: the socket is closed. `silent`: a statement was not
   * answered in time, so the state of the connection is unknown. `spoiled`: a statement was cancelled, or failed after
   * its first rows; what the driver and the server still hold of it must not reach another statement.
   */
  state: 'working' | 'retired' | 'lost' | 'silent' | 'spoiled';
  /** The statement or transaction that has the connection. */
  use: Use | undefined;
}

export interface Use {
  readonly share: Share | undefined;
  /** In milliseconds. */
  readonly since: number;
  /** Cancels the statement under way, if there is one. */
  cancel?: ((reason: Error) => void) | undefined;
}

export function openConnection(open: (onclose: () => void) => postgres.Sql): Connection {
  const connection: Connection = {
    sql: open(() => (connection.state = 'lost')),
    state: 'working',
    use: undefined,
  };
  return connection;
}

export async function closeConnection(connection: Connection): Promise<void> {
  await connection.sql.end({ timeout: isUnusable(connection) ? 0 : 5 }).catch(() => undefined);
}

/** Whether nothing may be sent any more. */
export function isUnusable({ state }: Connection): boolean {
  return state !== 'working' && state !== 'retired';
}

/** Waits for an answer, but no longer than `timeoutMs`, because the driver itself would wait forever. */
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
        if (!isFromServer(error)) connection.state = 'lost';
        reject(error);
      },
    );
  });
}

/** Only a `PostgresError` comes from the server; every other error is about the connection. */
export function isFromServer(error: Error): boolean {
  return error.name === 'PostgresError';
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}
