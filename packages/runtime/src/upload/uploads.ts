import { type Content, type Uploads, defaultUpload, withoutClient } from '../content/index.js';
import { createLedger } from './storage/ledger.js';
import { recoverAbandoned } from './storage/recovery.js';
import { openStaging } from './storage/staging.js';
import { openStorage } from './storage/storage.js';

/** The uploads of a project. Opening them first clears unfinished uploads that a crash left behind. */
export function uploadsOf(content: Content): Promise<Uploads> {
  return content.uploads.get(() => open(withoutClient(content)));
}

/** Opens the uploads before the first request needs them. If that fails, the next upload tries again. */
export function prepareUploads(content: Content): void {
  uploadsOf(content).catch(() => undefined);
}

async function open({ database, settings }: Content): Promise<Uploads> {
  const upload = { ...defaultUpload, ...settings.upload };
  const storage = openStorage(upload);
  const staging = openStaging(storage);
  await recoverAbandoned(database, storage);
  return { settings: upload, storage, staging, ledger: createLedger(database, storage, staging) };
}
