import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

import { WORKERS } from '../../database/index.js';

const MAX_WORKERS = 1_000;

/** The number of workers that `serve` was asked for; `undefined`: none. */
export function countOf(workers: number | 'auto' | undefined): number | undefined {
  if (workers === undefined) return undefined;
  if (workers === 'auto') return availableParallelism();
  if (Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS) return workers;
  throw new Error(`workers must be 'auto' or a whole number from 1 to ${MAX_WORKERS}, not ${workers}`);
}

/** Whether `serve` started this process. The worker of another program, such as a process manager, is a whole server. */
export function isOwnWorker(): boolean {
  return cluster.isWorker && process.env[WORKERS] !== undefined;
}
