import type { Context } from 'hono';

import type { QueryCheck } from '../plan/index.js';
import type { Query } from '../read/index.js';
import type { ContentEnv } from './context.js';

/** The query of a request, with the validators of the type it is about. */
export function readQuery(c: Context<ContentEnv>, check: QueryCheck): Query {
  return { text: queryText(c), check, ifMatch: c.req.header('if-match') };
}

/** The query string as the client wrote it. */
export function queryText(c: Context<ContentEnv>): string {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const end = url.indexOf('#', start);
  return start < 0 ? '' : url.slice(start + 1, end < 0 ? undefined : end);
}
