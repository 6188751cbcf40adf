import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';
import { connect, readAddress } from '../database/address.js';

import { isRefusal } from '../database/database-url.js';
import { DatabaseProblem } from '../database/problem.js';
import { codeOf, messageOf } from '../diagnostics/thrown.js';

/**
 * The key of the advisory lock: only one process changes the schema at a time. Nothing else in the database uses it.
 */
const LOCK = 7_236_838;

/** Runs work on one connection. */
export async function withSession<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  // An advisory lock belongs to its connection, so the pool has only one and never renews it.
  const options = { max: 1, max_lifetime: null, fetch_types: false, onnotice: () => undefined } as const;
  const sql = connect(url, options);
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } catch (error) {
    throw unreachable(error, url) ?? error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Runs work on one connection while it holds the lock for schema changes. */
export function withLock<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return withSession(url, async (sql) => {
    // Polls, because a statement that waits for the lock would block a concurrent index build, which waits for all
    // older statements.
    while (!(await locked(sql))) await sleep(100);
    return work(sql);
  });
}

async function locked(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as locked`;
  return row?.locked === true;
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'ECONNRESET']);

function unreachable(error: unknown, url: string): DatabaseProblem | undefined {
  const code = codeOf(error);
  // The host without the password.
  const read = readAddress(url);
  const address = read === undefined ? 'DATABASE_URL' : (read.host ?? new URL(read.url).host);
  if (code !== undefined && UNREACHABLE.has(code)) {
    return new DatabaseProblem(`No database answers at ${address} (${code}). Start it, or correct DATABASE_URL.`, {
      cause: error,
    });
  }
  if (code !== undefined && isRefusal(code)) {
    return new DatabaseProblem(`The database at ${address} refused the command: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return undefined;
}
