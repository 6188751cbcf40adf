import { codeOf } from '../diagnostics/thrown.js';

/** The disk is full or read-only, access is denied, or another file blocks the path. */
const CODES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EEXIST',
  'ENOTDIR',
  'EISDIR',
]);

/** Errors of a write to an open file, which do not name it. */
const WRITE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** The message of a disk error. Undefined for other errors, which may be bugs. */
export function diskProblem(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  if (!(error instanceof Error) || !CODES.has(code)) return undefined;
  if (!('path' in error) && !WRITE_CODES.has(code)) return undefined;
  return `The disk reports an error: ${withFinalName(error.message)}`;
}

/** Removes the temporary part of a file name; see `replaceFile`. */
export function withFinalName(text: string): string {
  return text.replace(/\.([^/\\]+)\.[0-9a-f-]{36}\.tmp/, '$1');
}
