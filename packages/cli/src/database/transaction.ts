import { setTimeout as sleep } from 'node:timers/promises';

import type postgres from 'postgres';

import { withConnection } from './connection.js';
import { LostConnection } from './failure.js';
import { DatabaseProblem } from './problem.js';

const LOST_AT_END =
  'The connection to the database was lost at the end, so the result is not known. Run the command again.';

/** How long work may take to clean up after the loss of its connection. */
const CLEAN_UP_MS = 5_000;

/** Runs long work in one transaction, on a connection of its own. Says what is known if the connection is lost. */
export async function inTransaction(
  url: string,
  mode: string,
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  let working: Promise<unknown> | undefined;
  let isCommitting = false;
  try {
    await withConnection(url, {}, (sql) =>
      sql.begin(mode, async (tx) => {
        working = work(tx);
        await working;
        isCommitting = true;
      }),
    );
  } catch (error) {
    if (!(error instanceof LostConnection)) throw error;
    await settled(working);
    throw isCommitting
      ? new DatabaseProblem(LOST_AT_END, { cause: error })
      : new LostConnection('Nothing was written.', { cause: error });
  }
}

async function settled(work: Promise<unknown> | undefined): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, sleep(CLEAN_UP_MS, undefined, timer)]).catch(() => undefined);
  timer.abort();
}
