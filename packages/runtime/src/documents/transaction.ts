import { BoundedCache, type Content, type OpenTransaction } from '../content/index.js';
import type { Database, Executor } from '../database/index.js';

/** A project inside a transaction. */
export interface Joined extends Pick<OpenTransaction, 'check'> {
  readonly content: Content;
}

/** Makes every statement of a project part of a transaction: its writes do not begin one of their own. */
export function joinTransaction(content: Content, executor: Executor): Joined {
  let failure: { readonly error: unknown } | undefined;
  const database: Database = {
    rows: (text, values) => executor.rows(text, values),
    raw: (text, values) => executor.raw(text, values),
    joined: true,
    transaction: async (work) => {
      try {
        return await work(executor);
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
  return {
    content: { ...content, database, totals: new NoTotals(0) },
    check: () => {
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** A transaction sees its own rows, so its totals hold for no other snapshot, and not even for its next statement. */
class NoTotals<Value> extends BoundedCache<Value> {
  override get(): undefined {
    return undefined;
  }

  override set(): void {}
}
