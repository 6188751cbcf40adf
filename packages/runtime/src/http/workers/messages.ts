import cluster from 'node:cluster';

import type { Family } from '../../observe/index.js';

/** What a primary tells its workers. */
export type Order =
  /** Serve for some time as a server that is not ready, and end: all workers do. */
  | { readonly contentGen: 'stop'; readonly drainMs: number }
  /**
   * Accept no more connections, and end when the open connections have ended: another worker takes the place of this
   * one.
   */
  | { readonly contentGen: 'retire'; readonly drainMs: number }
  /** Serve no longer than the requests under way take. */
  | { readonly contentGen: 'hurry' }
  /** Report the metrics. */
  | { readonly contentGen: 'report'; readonly id: string }
  /** The metrics of the other workers. */
  | { readonly contentGen: 'collected'; readonly id: string; readonly families: readonly (readonly Family[])[] };

/** What a worker tells its primary. */
export type WorkerReport =
  /** A signal told this process to end. Only the primary knows whether it got a signal, too. */
  | { readonly contentGen: 'asked to end' }
  /** The event loop of the worker runs; see `pulse.ts`. */
  | { readonly contentGen: 'beat' }
  /** The worker needs the metrics of the other workers, and sends its own. */
  | { readonly contentGen: 'collect'; readonly id: string; readonly families: readonly Family[] }
  /** The metrics of the worker; `id`: the question that this message answers. */
  | { readonly contentGen: 'families'; readonly id?: string; readonly families: readonly Family[] };

/** Other code of the project may send messages of its own. */
export function isOurs(message: unknown): message is { readonly contentGen: string } {
  return typeof message === 'object' && message !== null && 'contentGen' in message;
}

/** Tells the primary of this worker. */
export function report(message: WorkerReport): void {
  if (cluster.worker?.isConnected() === true) process.send?.(message);
}

/** Reports as the last thing before this process ends. */
export function reportLast(message: WorkerReport): Promise<void> {
  return new Promise((resolve) => {
    if (cluster.worker?.isConnected() === true) process.send?.(message, () => resolve());
    else resolve();
  });
}
