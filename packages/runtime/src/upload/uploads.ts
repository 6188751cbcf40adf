import type { Content } from '../content/content.js';
import { type UploadSettings, defaultUpload } from '../content/upload-settings.js';
import { type Ledger, createLedger, settleRemains } from './storage/settle.js';
import { type Staging, openStaging } from './storage/staging.js';
import { type Storage, openStorage } from './storage/storage.js';

/** Everything that has to do with the files of a project at work. */
export interface Uploads {
  readonly settings: Required<UploadSettings>;
  readonly storage: Storage;
  readonly staging: Staging;
  readonly ledger: Ledger;
}

const known = new WeakMap<Content, Promise<Uploads>>();

/** Ready when what a crash has left behind is cleared away. */
export function uploadsOf(content: Content): Promise<Uploads> {
  let uploads = known.get(content);
  if (uploads === undefined) {
    known.set(content, (uploads = open(content)));
    // What failed is tried again by the next request.
    uploads.catch(() => known.delete(content));
  }
  return uploads;
}

async function open(content: Content): Promise<Uploads> {
  const settings = { ...defaultUpload, ...content.settings.upload };
  const storage = openStorage(settings);
  const staging = openStaging(storage.staging);
  await settleRemains(content.database, storage, staging);
  return { settings, storage, staging, ledger: createLedger(content.database, storage, staging) };
}
