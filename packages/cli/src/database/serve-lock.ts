import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { isAlive } from '../files/live-process.js';
import { DatabaseProblem } from './problem.js';

/** The key of the advisory lock. Nothing else in the database uses it. */
const SERVE_LOCK = 7_236_837;
/** The application name of the connection that holds the lock says which process it belongs to. */
const NAME = 'content-gen serve ';

const RETRY_MS = 100;
/** The connection of a process that has ended may need a moment to end, too; on a busy machine, a long one. */
const PATIENCE_MS = 2_000;
const DEAD_PATIENCE_MS = 30_000;

interface ServerLock {
  /** Resolves when the server has ended or closed the connection. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks an embedded server for this process with an advisory lock. The lock ends with its connection and so with the
 * process, even if it is killed. No lock file has to be removed.
 */
export async function lockServer(url: string, folder: string): Promise<ServerLock> {
  const closed = new EventEmitter();
  const lost = once(closed, 'close').then(() => undefined);
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    idle_timeout: 0,
    connection: { application_name: NAME + process.pid },
    max_lifetime: null,
    onclose: () => closed.emit('close'),
  });
  try {
    for (const began = Date.now(); ; await sleep(RETRY_MS)) {
      const [row] = await sql`select pg_try_advisory_lock(${SERVE_LOCK}) as held`;
      if (row?.['held'] === true) return { lost, release: () => sql.end({ timeout: 1 }) };
      const patience = (await isHolderDead(sql)) ? DEAD_PATIENCE_MS : PATIENCE_MS;
      if (Date.now() - began > patience) break;
    }
    throw new DatabaseProblem(
      `Another "content-gen serve" uses the database in ${folder}. Stop it, or set DATABASE_URL to another database.`,
    );
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}

/** Whether the process that took the lock has ended. A holder without a name, as of an older version, counts as alive. */
async function isHolderDead(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ name: string }[]>`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objid = ${SERVE_LOCK}`;
  // The connection of the holder has just ended.
  if (row === undefined) return true;
  return row.name.startsWith(NAME) && !isAlive(Number(row.name.slice(NAME.length)));
}
