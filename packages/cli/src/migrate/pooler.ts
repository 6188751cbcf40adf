import type postgres from 'postgres';

import { withConnection } from '../database/connection.js';
import { DatabaseProblem } from '../database/problem.js';

/**
 * Refuses a pooler that gives each transaction another session: the lock for schema changes belongs to a session, so it
 * would protect nothing. A pooler that keeps sessions is fine.
 */
export async function refusePooler(sql: postgres.Sql, url: string): Promise<void> {
  const own = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = own[0]?.pid;
  // A pooler gives its clients process ids of its own.
  if (!('pid' in own.state) || own.state.pid === pid) return;
  const isShared = await withConnection(url, { fetch_types: false, prepare: false }, (other) =>
    other.begin(async (tx) => {
      const [held] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const [now] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return held?.pid === pid || now?.pid !== pid;
    }),
  );
  if (!isShared) return;
  throw new DatabaseProblem(
    'DATABASE_URL leads to a pooler in transaction mode, which cannot hold the lock for schema changes. Give this command the address of the database itself.',
  );
}
