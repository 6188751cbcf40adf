import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { isRefusal } from '../database/database-url.js';
import { DatabaseProblem } from '../database/problem.js';
import { codeOf, messageOf } from '../diagnostics/thrown.js';

/** Any number that nothing else in this database uses: one process changes the schema at a time. */
const LOCK = 7_236_838;

/** Works on a database through one connection. */
export async function withSession<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  // A lock belongs to its connection, so there is one, and it stays.
  const options = { max: 1, max_lifetime: null, fetch_types: false, onnotice: () => undefined } as const;
  const sql = postgres(url, options);
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } catch (error) {
    throw unreachable(error, url) ?? error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** As `withSession`, while nobody else changes the schema. */
export function withLock<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return withSession(url, async (sql) => {
    // Asking again and again: a statement that waits would keep indexes from being built, which wait for statements.
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
  // The address without the password in it.
  const address = URL.canParse(url) ? new URL(url).host : 'DATABASE_URL';
  if (code !== undefined && UNREACHABLE.has(code)) {
    return new DatabaseProblem(`There is no database at ${address} (${code}).`, { cause: error });
  }
  if (code !== undefined && isRefusal(code)) {
    return new DatabaseProblem(`The database at ${address} refuses: ${messageOf(error)}.`, { cause: error });
  }
  return undefined;
}
