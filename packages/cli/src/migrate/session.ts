import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';

import { withConnection } from '../database/connection.js';
import { inReadOnly } from '../database/read-only.js';
import { refusePooler } from './pooler.js';

/**
 * The key of the advisory lock: only one process changes the schema at a time. Nothing else in the database uses it.
 */
const LOCK = 7_236_838;

/** Told each warning of a statement. */
type OnWarning = (message: string) => void;

/** Runs work in one transaction that cannot write, without a time limit. */
export function whileReading<T>(url: string, work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  return inReadOnly(url, { fetch_types: false }, async (tx) => {
    await tx`set local statement_timeout = 0`;
    return work(tx);
  });
}

/** Runs work on one connection while it holds the lock for schema changes. */
export async function withLock<T>(
  url: string,
  work: (sql: postgres.Sql) => Promise<T>,
  onWarning?: OnWarning,
): Promise<T> {
  const onnotice = ({ severity, message = '' }: postgres.Notice) =>
    severity === 'WARNING' ? onWarning?.(message) : undefined;
  return withConnection(url, { fetch_types: false, onnotice }, async (sql) => {
    // Comes before the setting, because a pooler would give the session with the setting to other clients.
    await refusePooler(sql, url);
    // Texts become moments and dates become texts in the same way on every server.
    await sql`select set_config('statement_timeout', '0', false), set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO, MDY', false)`;
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
