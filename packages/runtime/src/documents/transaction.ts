import { AsyncLocalStorage } from 'node:async_hooks';

import type { Content, OpenTransaction } from '../content/index.js';
import type { Database, Executor } from '../database/index.js';

/** A project inside a transaction. */
interface JoinedProject extends Pick<OpenTransaction, 'check'> {
  readonly content: Content;
}

/**
 * Makes every statement of a project part of a transaction: writes of the project do not begin transactions of their
 * own.
 */
export function joinTransaction(content: Content, executor: Executor): JoinedProject {
  let failure: { readonly error: unknown } | undefined;
  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const database: Database = {
    rows: (text, values) => executor.rows(text, values),
    raw: (text, values) => executor.raw(text, values),
    joined: true,
    inTurn: (write) => noted(() => afterOthers(executor, write)),
    transaction: (work) => noted(() => work(executor)),
    close: () => Promise.resolve(),
  };
  return {
    content: { ...content, database },
    check: () => {
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** Writes that wait for each other. */
interface Queue {
  last: Promise<unknown>;
}

/** The writes that code has called in a transaction. */
const queues = new WeakMap<Executor, Queue>();
/**
 * The writes that the hooks of a running write call, by the transaction of that write. They cannot wait for the running
 * write, because it waits for its hooks.
 */
const hookQueues = new AsyncLocalStorage<ReadonlyMap<Executor, Queue>>();

/**
 * Runs a write when the earlier ones of its transaction are done. Locks keep transactions apart, not the writes of one
 * transaction: called together, such writes would all read the same lists before the first write has changed the lists.
 */
function afterOthers<T>(executor: Executor, write: () => Promise<T>): Promise<T> {
  const running = hookQueues.getStore();
  const queue = running?.get(executor) ?? queues.get(executor) ?? emptyQueue();
  if (running?.has(executor) !== true) queues.set(executor, queue);
  const below = new Map(running).set(executor, emptyQueue());
  const mine = queue.last.then(() => hookQueues.run(below, write));
  queue.last = mine.catch(() => undefined);
  return mine;
}

function emptyQueue(): Queue {
  return { last: Promise.resolve() };
}
