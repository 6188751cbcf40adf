import type { Intent, Storage } from '../../content/index.js';
import type { Database } from '../../database/index.js';
import { lockFiles } from '../records.js';
import { findAbandoned } from './abandoned.js';
import { hashesOf, isKey, keysOf } from './keys.js';

/**
 * Makes storage agree with the database: deletes the keys of the intents that no record names. The records are locked
 * meanwhile, because another request may be about to store under the same keys.
 */
export async function reconcile(database: Database, storage: Storage, intents: readonly Intent[]): Promise<void> {
  await database.transaction(async (transaction) => {
    const keys = intents.flatMap((intent) => intent.keys).filter(isKey);
    const hashes = new Set([...intents.map(({ hash }) => hash), ...keys.flatMap(hashesOf)]);
    const wanted = new Set((await lockFiles(transaction, [...hashes])).flatMap(keysOf));
    for (const key of keys) if (!wanted.has(key)) await storage.delete(key);
  });
}

/** Clears unfinished uploads of processes that have ended. */
export async function recoverAbandoned(database: Database, storage: Storage): Promise<void> {
  for (const { intents, clear } of await findAbandoned(storage)) {
    await reconcile(database, storage, intents);
    await clear();
  }
}
