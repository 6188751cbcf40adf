import type { Content, OpenTransaction } from '../content/index.js';
import type { Database, Executor } from '../database/index.js';

/** A project inside a transaction. */
export interface Joined extends Pick<OpenTransaction, 'check'> {
  readonly content: Content;
}

/** Makes every statement of a project part of a transaction: its writes do not begin one of their own. */
export function joinTransaction(content: Content, executor: Executor): Joined {
  let failure: { readonly error: unknown } | undefined;
  const noteFailure = (error: unknown) => void (failure ??= { error });
  const database: Database = {
    rows: (text, values) => executor.rows(text, values),
    raw: (text, values) => executor.raw(text, values),
    joined: true,
    noteFailure,
    transaction: async (work) => {
      try {
        return await work(executor);
      } catch (error) {
        noteFailure(error);
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
  return {
    content: { ...content, database },
    check: () => {
      if (failure !== undefined) throw failure.error;
    },
  };
}
