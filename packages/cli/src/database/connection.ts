import type postgres from 'postgres';

import { connect } from './address.js';
import { LostConnection, databaseProblem } from './failure.js';

type Options = Omit<NonNullable<Parameters<typeof connect>[1]>, 'max' | 'max_lifetime' | 'onclose'>;

/** One connection that is never renewed: locks, settings and transactions belong to it. */
interface Connection {
  readonly sql: postgres.Sql;
  readonly isLost: () => boolean;
  end(): Promise<void>;
}

/**
 * Opens a connection. After its loss all statements are rejected: the driver would send the next one over the closed
 * socket and throw where no caller can catch it, or connect again, without the lock of the session.
 */
export async function openConnection(url: string, options: Options = {}): Promise<Connection> {
  let state: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting';
  const onclose = () => {
    if (state !== 'open') return;
    state = 'lost';
    process.on('uncaughtException', ignoreDriver);
    // Rejects the statements that wait for an answer, and those that follow.
    void sql.end({ timeout: 0 });
  };
  const sql = connect(url, { onnotice: () => undefined, ...options, max: 1, max_lifetime: null, onclose });
  const end = async () => {
    const wasLost = state === 'lost';
    state = 'ended';
    await sql.end({ timeout: 1 });
    if (wasLost) process.off('uncaughtException', ignoreDriver);
  };
  try {
    await sql.unsafe('select');
  } catch (error) {
    await end();
    throw error;
  }
  state = 'open';
  return { sql, isLost: () => state === 'lost', end };
}

/** Runs work on a connection of its own. A connection that is lost meanwhile becomes one message. */
export async function withConnection<T>(
  url: string,
  options: Options,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const { sql, isLost, end } = await openConnection(url, options).catch(explained(url));
  try {
    return await work(sql);
  } catch (error) {
    if (isLost()) throw new LostConnection(undefined, { cause: error });
    return explained(url)(error);
  } finally {
    await end();
  }
}

function explained(url: string) {
  return (error: unknown): never => {
    throw databaseProblem(error, { url }) ?? error;
  };
}

/** Only the exception of the driver is expected; any other ends the process as without this listener. */
function ignoreDriver(error: Error): void {
  if (!/postgres[\\/]src[\\/]connection\.js/.test(error.stack ?? '')) throw error;
}
