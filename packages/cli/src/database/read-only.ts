import type postgres from 'postgres';

import { withConnection } from './connection.js';

/**
 * Runs work in one transaction that cannot write, on a connection of its own. Settings must be local to the
 * transaction, because a pooler gives the session to other clients afterwards.
 */
export function inReadOnly<T>(
  url: string,
  options: Parameters<typeof withConnection>[1],
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return withConnection(url, options, async (sql) => {
    const { value } = await sql.begin('read only', async (tx) => ({ value: await work(tx) }));
    return value;
  });
}

/** The answer of a statement that may fail, as without an extension. A failure leaves the transaction usable. */
export async function unlessRefused<T>(
  tx: postgres.TransactionSql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T | undefined> {
  try {
    const { value } = await tx.savepoint(async (inner) => ({ value: await work(inner) }));
    return value;
  } catch {
    return undefined;
  }
}
