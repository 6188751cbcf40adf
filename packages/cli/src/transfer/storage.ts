import { resolve } from 'node:path';

import { type Storage, defaultUpload, openStorage } from '@content-gen/runtime/transfer';

import type { Config } from '../config/index.js';

interface ProjectStorage {
  readonly storage: Storage;
  /** The folder of a local storage. */
  readonly folder: string | undefined;
}

/** The storage of the project's uploads, as its server opens it. */
export function openProjectStorage({ settings, root }: Config): ProjectStorage {
  const upload = { ...defaultUpload, ...settings.upload };
  if (upload.storage.provider !== 'local') return { storage: openStorage(upload), folder: undefined };
  const folder = resolve(root, upload.storage.folder ?? 'public/uploads');
  return { storage: openStorage({ ...upload, storage: { provider: 'local', folder } }), folder };
}
