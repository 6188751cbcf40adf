import type { Database } from '../../database/database.js';
import { keysOf } from './keys.js';
import { lockFiles } from '../records.js';
import type { Intent, Staging } from './staging.js';
import type { Storage } from './storage.js';

/**
 * Makes storage agree with the database: of what was going to change, only what a record names stays. Records are locked
 * meanwhile, because somebody may be about to store what is not wanted at this moment.
 */
async function settle(database: Database, storage: Storage, intents: readonly Intent[]): Promise<void> {
  await database.transaction(async (transaction) => {
    const hashes = intents.map(({ hash }) => hash);
    const records = new Map((await lockFiles(transaction, hashes)).map((record) => [record.hash, record]));
    for (const { hash, keys } of intents) {
      const record = records.get(hash);
      const wanted = new Set(record === undefined ? [] : keysOf(record));
      for (const key of keys) if (!wanted.has(key)) await storage.delete(key);
    }
  });
}

/** Clears away what processes that are gone have left half done. */
export async function settleRemains(database: Database, storage: Storage, staging: Staging): Promise<void> {
  for (const { intents, clear } of await staging.remains()) {
    await settle(database, storage, intents);
    await clear();
  }
}

/** How often those who work on look for what others left. */
const SETTLE_MS = 60 * 60 * 1000;

/** Changes files and records together. */
export interface Ledger {
  /** Does the work and settles what it leaves, however it ends. A crash in between is settled by a later process. */
  change<T>(intents: readonly Intent[], work: () => Promise<T>): Promise<T>;
}

export function createLedger(database: Database, storage: Storage, staging: Staging): Ledger {
  /** Changes whose outcome nobody could tell at the time, because the database or the storage was away. */
  const open = new Set<() => Promise<void>>();
  let settled = Date.now();
  const close = async (end: () => Promise<void>) => {
    try {
      await end();
      open.delete(end);
    } catch {
      open.add(end);
    }
  };
  return {
    async change(intents, work) {
      await Promise.all([...open].map(close));
      if (Date.now() - settled > SETTLE_MS) {
        settled = Date.now();
        // Nobody waits for it: it is about others.
        settleRemains(database, storage, staging).catch(() => undefined);
      }
      const forget = await staging.note(intents);
      try {
        return await work();
      } finally {
        await close(async () => {
          await settle(database, storage, intents);
          await forget();
        });
      }
    },
  };
}
