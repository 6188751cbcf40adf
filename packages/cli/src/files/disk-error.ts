import { codeOf } from '../diagnostics/thrown.js';

/** Full, closed, read-only, or with something else in the way. */
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

/** What the disk refused, in words, where it is the disk and not a mistake of ours. */
export function diskProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || !CODES.has(codeOf(error) ?? '')) return undefined;
  return `The disk refuses: ${withFinalName(error.message)}`;
}

/** Files are written under another name first; see `replaceFile`. */
export function withFinalName(text: string): string {
  return text.replace(/\.([^/\\]+)\.[0-9a-f-]{36}\.tmp/, '$1');
}
