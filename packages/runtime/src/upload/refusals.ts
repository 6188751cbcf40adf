import { ContentError } from '../errors/index.js';

export function tooLarge(message: string): ContentError {
  return new ContentError(413, 'PayloadTooLargeError', message);
}

export function noRoom(): ContentError {
  return new ContentError(507, 'InsufficientStorageError', 'There is no room for the file', null);
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error reports a full disk or an exceeded quota. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}
