import type { TestDatabase } from './database.js';

/** SQL of a value: it waits until the gate of its database is open. It stands for something slow, of any length. */
export const PASS_GATE = 'pg_advisory_xact_lock_shared(1)';

/** Keeps statements with `PASS_GATE` waiting until the test opens it. A new gate is open. */
export interface Gate {
  close(): Promise<void>;
  open(): Promise<void>;
  /** How many sessions of the database wait for a lock, that of the gate included. */
  waiting(): Promise<number>;
}

/** The gate of a database. The session of `rows` holds it, which has to be the same each time. */
export function gateOf({ rows }: Pick<TestDatabase, 'rows'>): Gate {
  return {
    close: async () => void (await rows('select pg_advisory_lock(1)')),
    open: async () => void (await rows('select pg_advisory_unlock(1)')),
    waiting: async () =>
      (await rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .length,
  };
}
