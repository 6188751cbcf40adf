import { EXAMPLE, readAddress } from './address.js';
import type { Client } from './client.js';
import { CONNECT_MS, type Database, type Executor, type TransactionOptions, openDatabase } from './database.js';
import { closed } from './failures.js';
import type { Value } from './statement.js';
import { ContentError } from '../errors/index.js';

/** The database that `DATABASE_URL` names. If the variable is missing or wrong, it is read again by the first statement. */
export function envDatabase(): Database {
  const url = readUrl();
  return 'problem' in url ? new DeferredDatabase() : openDatabase(url);
}

/** Opened by the first statement, because `DATABASE_URL` named no database before. */
class DeferredDatabase implements Database {
  #opened: Database | undefined;
  #isClosed = false;

  async rows<Row extends object>(text: string, values?: readonly Value[], client?: Client): Promise<Row[]> {
    return this.#open().rows<Row>(text, values, client);
  }

  async raw(text: string, values?: readonly Value[], type?: string, client?: Client): ReturnType<Executor['raw']> {
    return this.#open().raw(text, values, type, client);
  }

  async transaction<T>(
    work: (transaction: Executor) => Promise<T>,
    options?: TransactionOptions,
    client?: Client,
  ): Promise<T> {
    return this.#open().transaction(work, options, client);
  }

  /** `DATABASE_URL` names no other time. */
  readonly connectMs = CONNECT_MS;

  get wantsWrites(): boolean {
    return this.#opened?.wantsWrites ?? true;
  }

  readonly usage = () => this.#opened?.usage?.() ?? {};

  readonly room = () => this.#opened?.room?.() ?? { failed: 0, isFull: false };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened?.close();
  }

  #open(): Database {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#isClosed) throw closed();
    const url = readUrl();
    if ('problem' in url) throw new ContentError(503, 'ServiceUnavailableError', url.problem, null);
    return (this.#opened = openDatabase(url));
  }
}

/** Whether `DATABASE_URL` named no database when `database` was made. */
export function isDeferred(database: Database): boolean {
  return database instanceof DeferredDatabase;
}

/** The problem with `DATABASE_URL`, if any. The message does not repeat the value, because it may contain a password. */
export function databaseUrlProblem(): string | undefined {
  const url = readUrl();
  return 'problem' in url ? url.problem : undefined;
}

function readUrl(): { readonly url: string } | { readonly problem: string } {
  const url = process.env['DATABASE_URL'];
  if (!url) return { problem: `DATABASE_URL is not set. It names the database: ${EXAMPLE}` };
  const address = readAddress(url);
  return 'problem' in address ? { problem: `DATABASE_URL ${address.problem}` } : { url };
}
