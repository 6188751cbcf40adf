import { writeLog } from '../../errors/index.js';
import type { Context } from 'hono';

import type { ObservedStatement } from '../../database/index.js';
import type { ContentEnv } from '../context.js';

const MAX_LENGTH = 4_000;

/** One line of JSON for a slow statement and its request. The values of the statement are left out. */
export function logSlow(c: Context<ContentEnv>, { text, ms, failed }: ObservedStatement): void {
  writeLog({
    level: 'warn',
    message: 'A statement was slow',
    requestId: c.get('headers')?.['X-Request-Id'],
    method: c.req.method,
    path: c.req.path,
    query: queryOf(c),
    ms: Math.round(ms),
    failed,
    statement: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text,
  });
}

/** The query of a route for signing in may contain a code. */
function queryOf({ req }: Context<ContentEnv>): string {
  return /\/(auth|connect)\//.test(req.path) ? '' : decoded(new URL(req.url).search.slice(1));
}

/** Brackets are easier to read than their escapes. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    // `decodeURIComponent` has no other way to report a bad escape.
    return query;
  }
}
