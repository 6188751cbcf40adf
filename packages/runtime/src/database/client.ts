import type { Database, Executor, TransactionOptions, Value } from './database.js';

/**
 * The request that a statement belongs to. The pool reads these values only when connections are scarce or a statement
 * is slow, so they may be computed when they are read.
 */
export interface Client {
  /** Requests with the same name share the connections of one caller. */
  readonly caller: string;
  /**
   * How long one statement may take, the wait for a connection included, or all statements of a transaction together.
   * Without it, the timeouts of the database hold.
   */
  readonly timeoutMs: number | undefined;
  /** Whether the connection of the client has closed before its answer was sent. */
  isGone(): boolean;
}

/** The caller of statements that belong to no request. */
export const SERVER = '';

/** Asks whether the database answers, over a connection that nothing else uses. */
export const HEALTH_CHECK: Client = { caller: 'health check', timeoutMs: undefined, isGone: () => false };

/** The part of the content that a task reads or writes, so that one that is locked does not keep the others waiting. */
export interface Subject {
  /** The name of a content type. */
  readonly type: string;
  /** The document that a transaction locks before it writes. */
  readonly document?: string | undefined;
  /** Whether the first statement of a transaction only reads or locks, as that of a document that it locks does. */
  readonly readsFirst?: boolean | undefined;
}

export function callerOf(client: Client | undefined): string {
  return client?.caller ?? SERVER;
}

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

  /** For a further statement of one answer, or another attempt: it gets the time that is left since `startedAt`. */
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
