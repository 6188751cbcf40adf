import cluster from 'node:cluster';
import { existsSync } from 'node:fs';

if (cluster.isWorker && existsSync(process.env['BLOCKED'] ?? '')) block();

/** From now on not one of its timers, messages and signals is handled. */
export function block(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
}
