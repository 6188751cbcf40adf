import type { Context } from 'hono';

import { parseBrackets } from '../query/brackets.js';
import type { Query, QueryCheck } from '../request.js';
import type { ContentEnv } from './context.js';

/** The query of a request, with the validators of the type it is about. */
export function readQuery(c: Context<ContentEnv>, check: QueryCheck): Query {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const text = start < 0 ? '' : url.slice(start + 1).split('#', 1)[0]!;
  const ifMatch = c.req.header('if-match');
  return { tree: parseBrackets(text), text, check, ...(ifMatch === undefined ? {} : { ifMatch }) };
}
