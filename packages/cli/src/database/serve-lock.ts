import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { DatabaseProblem } from './problem.js';

/** The key of the advisory lock. Nothing else in the database uses it. */
const SERVE_LOCK = 7_236_837;

export interface ServerLock {
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
    max_lifetime: null,
    onclose: () => closed.emit('close'),
  });
  try {
    // The connection of a killed process may need a moment to end.
    for (let attempt = 0; attempt < 20; attempt++) {
      const [row] = await sql`select pg_try_advisory_lock(${SERVE_LOCK}) as held`;
      if (row?.['held'] === true) return { lost, release: () => sql.end({ timeout: 1 }) };
      await sleep(100);
    }
    throw new DatabaseProblem(
      `Another "content-gen serve" uses the database in ${folder}. Stop it, or set DATABASE_URL to another database.`,
    );
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}
