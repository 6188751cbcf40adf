import type postgres from 'postgres';

/**
 * A client of its own for one connection, and no longer than that lasts. The driver's pool sends statements to
 * connections that are busy, goes on writing to one that has fallen silent, does not always come back from one that was
 * lost, and ends the process when that happens inside a transaction.
 */
export interface Lane {
  readonly sql: postgres.Sql;
  /**
   * `retired`: it ends when what is under way has ended. `lost`: its connection is gone. `silent`: nobody knows what has
   * become of it.
   */
  state: 'working' | 'retired' | 'lost' | 'silent';
  /** Who has a statement on it that is not answered. */
  users: number;
  /** When the first of these statements had the connection to itself, in milliseconds. */
  begun: number;
}

export function openLane(open: (onclose: () => void) => postgres.Sql): Lane {
  const lane: Lane = { sql: open(() => (lane.state = 'lost')), state: 'working', users: 0, begun: 0 };
  return lane;
}

export async function endLane(lane: Lane): Promise<void> {
  await lane.sql.end({ timeout: isGone(lane) ? 0 : 5 }).catch(() => undefined);
}

/** Whether nothing comes through any more. */
export function isGone({ state }: Lane): boolean {
  return state === 'lost' || state === 'silent';
}

/**
 * The driver waits for an answer for as long as it takes; a request does not. The statement is not cancelled: the
 * server does that by itself, and it may not be there to be told.
 */
export function within<T>(lane: Lane, query: PromiseLike<T>, patience: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      lane.state = 'silent';
      reject(unreachable());
    }, patience);
    query.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: Error) => {
        clearTimeout(timer);
        // Whatever the server itself does not say is about the connection.
        if (error.name !== 'PostgresError') lane.state = 'lost';
        reject(error);
      },
    );
  });
}

export function unreachable(): Error {
  return Object.assign(new Error('No connection to the database'), { code: 'CONNECT_TIMEOUT' });
}
