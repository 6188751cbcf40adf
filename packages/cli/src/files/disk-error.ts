import { codeOf } from '../diagnostics/thrown.js';

/** The disk is full or read-only, access is denied, or another file blocks the path. */
const CODES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EEXIST',
  'ENOTDIR',
  'EISDIR',
]);

/** The message of a disk error. Undefined for other errors, which may be bugs. */
export function diskProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || !CODES.has(codeOf(error) ?? '')) return undefined;
  return `The disk reports an error: ${withFinalName(error.message)}`;
}

/** Removes the temporary part of a file name; see `replaceFile`. */
export function withFinalName(text: string): string {
  return text.replace(/\.([^/\\]+)\.[0-9a-f-]{36}\.tmp/, '$1');
}
