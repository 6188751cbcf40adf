import type { Ledger, Staging, Storage } from '../../content/index.js';
import type { Database } from '../../database/index.js';
import { reconcile, recoverAbandoned } from './recovery.js';

/** How often a running process looks for uploads that other processes abandoned. */
const RECOVERY_MS = 60 * 60 * 1000;

export function createLedger(database: Database, storage: Storage, staging: Staging): Ledger {
  /** Changes that could not be reconciled yet, because the database or the storage was unreachable. */
  const pending = new Set<() => Promise<void>>();
  let recoveredAt = Date.now();
  const finish = async (end: () => Promise<void>) => {
    try {
      await end();
      pending.delete(end);
    } catch {
      pending.add(end);
    }
  };
  return {
    async change(intents, work) {
      await Promise.all([...pending].map(finish));
      if (Date.now() - recoveredAt > RECOVERY_MS) {
        recoveredAt = Date.now();
        // This request does not wait for the recovery, because it concerns other processes.
        recoverAbandoned(database, storage).catch(() => undefined);
      }
      const forget = await staging.note(intents);
      try {
        return await work();
      } finally {
        await finish(async () => {
          await reconcile(database, storage, intents);
          await forget();
        });
      }
    },
  };
}
