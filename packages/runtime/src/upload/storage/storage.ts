import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

import type { S3StorageSettings, StagingFolder, Storage, UploadSettings } from '../../content/index.js';
import { createLocalStorage } from './local.js';
import { createS3Storage, placeOf } from './s3.js';

export function openStorage({ storage }: Required<UploadSettings>): Storage {
  if (storage.provider === 's3') return createS3Storage(storage, stagingOf(storage), process.env);
  return createLocalStorage(resolve(storage.folder ?? 'public/uploads'));
}

/** A folder for each bucket and prefix, in the folder where the project keeps its state. */
function stagingOf(storage: S3StorageSettings): StagingFolder {
  const state = resolve('.content-gen');
  const name = createHash('sha256').update(placeOf(storage)).digest('hex').slice(0, 16);
  return { path: join(state, `uploads-${name}`), state };
}
