import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';

import { connect } from '../database/address.js';
import { codeOf } from '../diagnostics/thrown.js';
import { MigrationProblem } from './problem.js';

/** A statement that waits for a lock of a table makes all later reads of the table wait behind it, so it gives up soon. */
const LOCK_MS = 1_000;
/** Long enough for the requests that have waited behind the statement. */
const PAUSE_MS = 1_000;
const ATTEMPTS = 60;
export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK = '40P01';

export interface LockWait {
  readonly url: string;
  /** Told once for each different reason to wait. */
  readonly report?: (reason: string) => void;
}

/** Runs a transaction that changes tables, again if it did not get its locks at once. */
export async function inShortTransaction<T>(
  sql: postgres.Sql,
  { url, report }: LockWait,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  // The watcher connects with its first statement, so a migration that does not wait has one connection.
  const watcher = connect(url, { max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => undefined });
  let told: string | undefined;
  try {
    for (let attempt = 1; ; attempt++) {
      const attempted = await attemptOnce(sql, watcher, work);
      if ('result' in attempted) return attempted.result;
      const { reason } = attempted;
      if (attempt === ATTEMPTS) throw givenUp(reason);
      if (reason !== told) report?.(`waits for a lock that is held by ${reason}`);
      told = reason;
      await sleep(PAUSE_MS);
    }
  } finally {
    await watcher.end({ timeout: 1 });
  }
}

/** Runs the transaction once. If it did not get its locks, the reason names the sessions that hold them. */
async function attemptOnce<T>(
  sql: postgres.Sql,
  watcher: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<{ readonly result: T } | { readonly reason: string }> {
  let blockers = Promise.resolve('');
  try {
    return await sql.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await tx.unsafe(`set local lock_timeout = ${LOCK_MS}`);
      const look = async (before: Promise<string>) => (await blockersOf(watcher, row?.pid ?? 0)) || before;
      const timer = setInterval(() => (blockers = look(blockers)), LOCK_MS / 4);
      return { result: await work(tx).finally(() => clearInterval(timer)) };
    });
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE && codeOf(error) !== DEADLOCK) throw error;
    return { reason: (await blockers) || 'another session' };
  }
}

function givenUp(reason: string): MigrationProblem {
  return new MigrationProblem(
    `A table stayed locked by ${reason}. Nothing was applied. Wait until that ends, or end it with "select pg_terminate_backend(…)", and run the command again.`,
  );
}

/** The sessions that a session waits for, in words; empty if it does not wait, or they cannot be read. */
async function blockersOf(watcher: postgres.Sql, pid: number): Promise<string> {
  try {
    const rows = await watcher<{ text: string }[]>`
      select format('process %s (%s, %s): %s', pid, usename, state, left(regexp_replace(query, '\\s+', ' ', 'g'), 100)) as text
      from pg_stat_activity where pid in (select unnest(pg_blocking_pids(${pid}))) order by xact_start`;
    return rows.map(({ text }) => text).join('; ');
  } catch {
    // The reason is only for the reader; the migration itself does not need it.
    return '';
  }
}
