import type { Context } from 'hono';

import type { Query } from '../read/index.js';
import type { ContentEnv } from './context.js';

/** The query of a request. */
export function readQuery(c: Context<ContentEnv>): Query {
  return { text: queryText(c), ifMatch: c.req.header('if-match') };
}

/** The query string as the client wrote it. */
export function queryText(c: Context<ContentEnv>): string {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const end = url.indexOf('#', start);
  return start < 0 ? '' : url.slice(start + 1, end < 0 ? undefined : end);
}
