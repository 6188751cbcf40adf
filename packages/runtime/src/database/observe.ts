import { AsyncLocalStorage } from 'node:async_hooks';

import type { WhenBegun } from './statement-queue.js';

/** A statement that was sent for a piece of work, without its values, because values may be secrets. */
export interface ObservedStatement {
  readonly text: string;
  /** Until its rows had arrived, the wait for a connection included. */
  readonly ms: number;
  readonly failed: boolean;
}

export type StatementObserver = (statement: ObservedStatement) => void;

const observers = new AsyncLocalStorage<StatementObserver>();

/** Runs work, and reports each statement that it sends, also to the observer of the work that this is a part of. */
export function observeStatements<T>(observe: StatementObserver, work: () => T): T {
  const outer = observers.getStore();
  const all: StatementObserver =
    outer === undefined
      ? observe
      : (statement) => {
          observe(statement);
          outer(statement);
        };
  return observers.run(all, work);
}

/**
 * The observer of the current work. Ask for it before the work waits for a connection, because afterwards the work of
 * another request may be the current one.
 */
export function currentObserver(): StatementObserver | undefined {
  return observers.getStore();
}

/** `whenBegun` tells when the database begins with the statement, if it is sent before that. */
export function observed<T>(
  observe: StatementObserver | undefined,
  text: string,
  run: () => Promise<T>,
  whenBegun?: WhenBegun,
): Promise<T> {
  return observe === undefined ? run() : reported(observe, text, run, whenBegun);
}

async function reported<T>(
  observe: StatementObserver,
  text: string,
  run: () => Promise<T>,
  whenBegun: WhenBegun | undefined,
): Promise<T> {
  let startedAt = performance.now();
  whenBegun?.(() => (startedAt = performance.now()));
  const report = (failed: boolean) => observe({ text, ms: performance.now() - startedAt, failed });
  try {
    const result = await run();
    report(false);
    return result;
  } catch (error) {
    report(true);
    throw error;
  }
}
