import type postgres from 'postgres';

import type { Task } from './task.js';

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
  /** Unanswered tasks. The server answers them in this order. */
  readonly tasks: Task[];
  /** Whether it has answered before. Until then it may still be opening, which takes longer than most statements. */
  hasAnswered: boolean;
  /** Whether the server was told to cancel a statement. A late order can reach a statement behind it. */
  isCancelled: boolean;
}

export function openConnection(open: (onclose: () => void) => postgres.Sql): Connection {
  const connection: Connection = {
    sql: open(() => (connection.state = 'lost')),
    state: 'working',
    tasks: [],
    hasAnswered: false,
    isCancelled: false,
  };
  return connection;
}

export async function closeConnection(connection: Connection): Promise<void> {
  await connection.sql.end({ timeout: isUnusable(connection) ? 0 : 5 }).catch(() => undefined);
}

export function isUnusable({ state }: Connection): boolean {
  return state === 'lost' || state === 'silent';
}

/** Takes no more statements; those under way are still answered. */
export function retire(connection: Connection): void {
  if (connection.state === 'working') connection.state = 'retired';
}

/** Only a `PostgresError` comes from the server; every other error is about the connection. */
export function noteFailure(connection: Connection, error: Error): void {
  if (error.name !== 'PostgresError') connection.state = 'lost';
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
        noteFailure(connection, error);
        reject(error);
      },
    );
  });
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}
