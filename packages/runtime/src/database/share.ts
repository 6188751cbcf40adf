import type { Database, Executor, Value } from './database.js';

/**
 * The request that a statement belongs to. Its parts are read only when connections are scarce or a statement is slow,
 * so they may be computed when they are read.
 */
export interface Share {
  /** Callers have equal shares of the connections while others wait. */
  readonly caller: string;
  /** Aborts when the client has gone, because nobody waits for the answer then. */
  readonly departure: AbortSignal;
  /** How long one statement may take. The timeout of the database holds as well. */
  readonly timeoutMs?: number | undefined;
}

/** A database whose statements belong to one request. */
export class SharedDatabase implements Database {
  readonly #whole: Database;
  readonly #share: Share;

  constructor(whole: Database, share: Share) {
    this.#whole = whole;
    this.#share = share;
  }

  /** The database without the request, for work that does not end with it. */
  static wholeOf(database: Database): Database {
    return database instanceof SharedDatabase ? database.#whole : database;
  }

  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]> {
    return this.#whole.rows<Row>(text, values, this.#share);
  }

  raw(text: string, values?: readonly Value[]): ReturnType<Executor['raw']> {
    return this.#whole.raw(text, values, this.#share);
  }

  transaction<T>(work: (transaction: Executor) => Promise<T>): Promise<T> {
    return this.#whole.transaction(work, this.#share);
  }

  close(): Promise<void> {
    return this.#whole.close();
  }
}
