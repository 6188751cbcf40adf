import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import postgres from 'postgres';

import { DatabaseProblem } from './problem.js';

/** Any number that nothing else in this database uses. */
const SERVE_LOCK = 7_236_837;

export interface ServerLock {
  /** Resolves when the server is gone, or has let us go. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Marks an embedded server as in use by this process. The mark is a lock of one connection, so it ends with the
 * process, however that ends: no file has to be cleaned up, and no process id compared.
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
    // A connection of a process that was killed a moment ago may take a moment to end.
    for (let attempt = 0; attempt < 20; attempt++) {
      const [row] = await sql`select pg_try_advisory_lock(${SERVE_LOCK}) as held`;
      if (row?.['held'] === true) return { lost, release: () => sql.end({ timeout: 1 }) };
      await sleep(100);
    }
    throw new DatabaseProblem(
      `Another "content-gen serve" is using ${folder}. Stop it first, or set DATABASE_URL to another database.`,
    );
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}
