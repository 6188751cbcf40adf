import { type Client, SERVER } from './client.js';
import type { Database } from './database.js';

/**
 * The SQL of a name for the snapshot of a statement. Statements with the same snapshot see the same rows, so the rows
 * of one statement hold for the other statement; any commit makes another snapshot. A standby does not list running
 * transactions, and so has no snapshot here. After the crash of a process, a server may use transaction ids again; the
 * times of the server's start and of its statistics tell such snapshots apart.
 */
export const SNAPSHOT = `case when not pg_is_in_recovery() then concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(), pg_current_snapshot()) end`;

/**
 * Reads the snapshot of the database. Requests that come during a reading share the next reading, because the reading
 * under way may have begun before a commit that these requests have to see.
 */
export class SnapshotReader {
  readonly #database: Pick<Database, 'raw'>;
  readonly #client: Client;
  #reading: Promise<string | undefined> | undefined;
  #next: Promise<string | undefined> | undefined;

  /** `timeoutMs`: how long a statement of an anonymous request may take. */
  constructor(database: Pick<Database, 'raw'>, timeoutMs: number) {
    this.#database = database;
    // Requests wait for the statement together, so no single request may end the statement.
    this.#client = { caller: SERVER, timeoutMs, isGone: () => false };
  }

  /** The snapshot at some moment after the call. `undefined`: the database does not tell. */
  current(): Promise<string | undefined> {
    if (this.#reading === undefined) return this.#begin();
    return (this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      return this.#begin();
    }));
  }

  #begin(): Promise<string | undefined> {
    const reading = this.#read().finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  /** A database that fails does not tell its snapshot; the statement of the request then fails in its own way. */
  async #read(): Promise<string | undefined> {
    try {
      const [row] = await this.#database.raw(`select ${SNAPSHOT}`, [], undefined, this.#client);
      return row?.[0]?.toString();
    } catch {
      return undefined;
    }
  }
}
