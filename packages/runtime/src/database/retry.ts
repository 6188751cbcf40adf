import { setTimeout as sleep } from 'node:timers/promises';

import type { Database, Executor } from './database.js';
import { ContentError } from '../errors/index.js';

/** Somebody else was faster: what was read is no longer true. Starting over helps. */
export class Overtaken extends Error {}

const ATTEMPTS = 8;

/**
 * Serialization failures and deadlocks; a document or a version that somebody else made or deleted in between. The
 * next attempt sees what they did, and says so where that is an error.
 */
const RETRIED = new Set(['40001', '40P01', '23503', '23505']);

export async function transaction<T>(database: Database, work: (executor: Executor) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetried(error)) throw error;
    }
    await sleep(2 ** attempt * (1 + Math.random()));
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof Overtaken || RETRIED.has(String((error as { code?: unknown }).code));
}

/** What is said after the last attempt, where another one might still help. */
export function explainBusy(error: unknown): Error | undefined {
  const isBusy = error instanceof Overtaken || ['40001', '40P01'].includes(String((error as { code?: unknown }).code));
  if (!isBusy) return undefined;
  const message = 'Others are writing the same documents; try again';
  return new ContentError(503, 'ServiceUnavailableError', message, null, { cause: error });
}
