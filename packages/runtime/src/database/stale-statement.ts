import { DUPLICATE_STATEMENT, STALE_STATEMENT, codeOf } from './codes.js';

const CONNECTION_DESTROYED = 'CONNECTION_DESTROYED';

/**
 * Whether a statement may be sent again because one was stale. That one was not run. Those behind it may have been, so only
 * reads are sent again.
 */
export function isOutdated({ isRead }: { readonly isRead: boolean }, error: unknown): boolean {
  const code = codeOf(error);
  return code === STALE_STATEMENT || code === DUPLICATE_STATEMENT || (isRead && code === CONNECTION_DESTROYED);
}
