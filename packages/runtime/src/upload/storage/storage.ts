import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { createLocalStorage } from './local.js';
import { createS3Storage } from './s3.js';
import type { UploadSettings } from '../../content/upload-settings.js';

/** Where files are kept. Keys are flat names of letters, digits, `_`, `-` and `.`. */
export interface Storage {
  /** What records say as `provider`. */
  readonly name: string;
  /** Where files wait before they are stored. */
  readonly staging: string;
  /** Stores a file, all of it or nothing. The file may be gone from its path afterwards. */
  put(key: string, file: StoredFile): Promise<void>;
  /** Nothing happens where there is no such file. */
  delete(key: string): Promise<void>;
  url(key: string): string;
  /** Answers a request for a file; `undefined` where there is none. */
  answer(key: string, request: Request): Promise<Response | undefined>;
}

export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

export function openStorage(settings: Required<UploadSettings>): Storage {
  const { storage } = settings;
  if (storage.provider === 's3') {
    const staging = join(tmpdir(), `content-gen-${storage.bucket.replace(/[^A-Za-z0-9-]/g, '-')}`);
    return createS3Storage(storage, staging, process.env);
  }
  return createLocalStorage(resolve(storage.folder ?? 'public/uploads'));
}
