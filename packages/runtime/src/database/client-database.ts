import type { Client } from './client.js';
import type { Database, Executor, TransactionOptions } from './database.js';
import type { Value } from './statement.js';

/** A client with less time. */
class HurriedClient implements Client {
  readonly timeoutMs: number;
  readonly #client: Client;

  constructor(client: Client, timeoutMs: number) {
    this.#client = client;
    this.timeoutMs = timeoutMs;
  }

  get caller(): string {
    return this.#client.caller;
  }

  isGone(): boolean {
    return this.#client.isGone();
  }
}

/** A database whose statements belong to one request. */
export class ClientDatabase implements Database {
  readonly #whole: Database;
  readonly #client: Client;

  constructor(whole: Database, client: Client) {
    this.#whole = whole;
    this.#client = client;
  }

  /** The database without the request, for work that does not end with it. */
  static wholeOf(database: Database): Database {
    return database instanceof ClientDatabase ? database.#whole : database;
  }

  /**
   * For a further statement of one answer, or another attempt: the statement or attempt gets the time that is left
   * since `startedAt`.
   */
  static since<T extends Executor>(executor: T, startedAt: number): T | ClientDatabase {
    if (!(executor instanceof ClientDatabase) || executor.#client.timeoutMs === undefined) return executor;
    const left = executor.#client.timeoutMs - (performance.now() - startedAt);
    return new ClientDatabase(executor.#whole, new HurriedClient(executor.#client, left));
  }

  /** For statements and transactions that have less time than others of the request. */
  static within(database: Database, timeoutMs: number): Database {
    if (!(database instanceof ClientDatabase)) return database;
    const { timeoutMs: given = Infinity } = database.#client;
    return new ClientDatabase(database.#whole, new HurriedClient(database.#client, Math.min(given, timeoutMs)));
  }

  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<Row[]> {
    return this.#whole.rows<Row>(text, values, this.#client);
  }

  raw(text: string, values?: readonly Value[], type?: string): ReturnType<Executor['raw']> {
    return this.#whole.raw(text, values, type, this.#client);
  }

  transaction<T>(work: (transaction: Executor) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#whole.transaction(work, options, this.#client);
  }

  get connectMs(): number | undefined {
    return this.#whole.connectMs;
  }

  close(): Promise<void> {
    return this.#whole.close();
  }
}
