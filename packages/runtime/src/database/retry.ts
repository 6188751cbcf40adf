import { setTimeout as sleep } from 'node:timers/promises';

import { ContentError } from '../errors/index.js';
import type { Subject } from './client.js';
import { ClientDatabase } from './client-database.js';
import {
  DEADLOCK,
  DUPLICATE_STATEMENT,
  FOREIGN_KEY_VIOLATION,
  Preempted,
  READ_ONLY,
  SERIALIZATION_FAILURE,
  STALE_STATEMENT,
  UNIQUE_VIOLATION,
  codeOf,
  overloaded,
} from './failures.js';
import { LostBeforeCommit } from './transaction.js';
import { type AfterCommit, CONNECT_MS, type Database, type Executor, type TransactionOptions } from './database.js';

/** Another transaction changed data that this transaction has read; a new attempt sees the change. */
export class Overtaken extends Error {}

const ATTEMPTS = 12;
/** In milliseconds; the wait before an attempt doubles up to it. */
const MAX_WAIT = 100;
/**
 * How long a transaction begins again that the pool rolls back for the sake of others, as a multiple of the time that
 * it may wait for a connection: such a transaction waits for locks, and would wait for them again.
 */
const REPEAT_WAITS = 2;

/**
 * A violated key may be the work of another transaction that created or deleted a document in between. The next attempt
 * sees that, and reports it where it is an error.
 */
const RETRIED = new Set([
  SERIALIZATION_FAILURE,
  DEADLOCK,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  STALE_STATEMENT,
  DUPLICATE_STATEMENT,
]);

/** Runs work, such as sending a mail, when the transaction of an executor has committed. */
export function afterCommit(executor: Executor, work: AfterCommit): void {
  if (executor.afterCommit === undefined) throw new Error('There is no transaction whose commit could be waited for');
  executor.afterCommit(work);
}

/**
 * Runs a transaction, again with exponential backoff where another transaction was faster. All attempts share one
 * limit. `subject`: the document that the transaction locks first of all, or the content type that it writes.
 */
export async function transaction<T>(
  database: Database,
  work: (executor: Executor) => Promise<T>,
  subject?: Subject,
): Promise<T> {
  if (database.joined === true) return database.transaction(work);
  const startedAt = performance.now();
  const repeatMs = REPEAT_WAITS * (database.connectMs ?? CONNECT_MS);
  let attempted = database;
  let options: TransactionOptions = { ...subject, isRepeated: true };
  for (let attempt = 1; ; attempt++) {
    try {
      return await committed(attempted, work, options);
    } catch (error) {
      if (isPreempted(error)) {
        if (performance.now() - startedAt > repeatMs) throw overloaded();
        options = { ...options, isSlow: true };
        attempt--;
      } else if (attempt >= attemptsAfter(error)) throw error;
      else await sleep(Math.min(2 ** attempt, MAX_WAIT) * (1 + Math.random()));
      options = { ...options, isRepetition: true };
      attempted = ClientDatabase.since(database, startedAt);
    }
  }
}

/** Whether the pool has rolled a transaction back for the sake of others. */
function isPreempted(error: unknown): boolean {
  return error instanceof Preempted || (error instanceof ContentError && isPreempted(error.cause));
}

/** One attempt. If the attempt is rolled back, the work that waits for its commit is forgotten. */
async function committed<T>(
  database: Database,
  work: (executor: Executor) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const waiting: AfterCommit[] = [];
  const result = await database.transaction(
    (executor) => work({ ...executor, afterCommit: (next) => void waiting.push(next) }),
    options,
  );
  for (const next of waiting) await next();
  return result;
}

/**
 * How often a transaction is tried if it ends with this error. Writes inside of it explain their errors; the error of the
 * database is then the cause.
 */
function attemptsAfter(error: unknown): number {
  if (error instanceof Overtaken || RETRIED.has(codeOf(error))) return ATTEMPTS;
  // The pool has retired the connection, so the second attempt looks for the server that takes writes by now.
  if (codeOf(error) === READ_ONLY) return 2;
  // Several connections may have been lost at once.
  if (error instanceof LostBeforeCommit) return 3;
  return error instanceof ContentError && error.cause !== undefined ? attemptsAfter(error.cause) : 1;
}

/** The answer after the last attempt, if another attempt might still help. */
export function explainBusy(error: unknown): Error | undefined {
  const isBusy = error instanceof Overtaken || [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error));
  if (!isBusy) return undefined;
  const message = 'Others are writing the same documents; try again';
  return new ContentError(503, 'ServiceUnavailableError', message, null, { cause: error });
}
