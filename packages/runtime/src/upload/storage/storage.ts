import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { UploadSettings } from '../../content/upload-settings.js';
import type { Storage } from '../../content/uploads.js';
import { createLocalStorage } from './local.js';
import { createS3Storage } from './s3.js';

export function openStorage({ storage }: Required<UploadSettings>): Storage {
  if (storage.provider === 's3') {
    const staging = join(tmpdir(), `content-gen-${storage.bucket.replace(/[^A-Za-z0-9-]/g, '-')}`);
    return createS3Storage(storage, staging, process.env);
  }
  return createLocalStorage(resolve(storage.folder ?? 'public/uploads'));
}
