import type { Context } from 'hono';

import { parseBrackets } from '../query/brackets.js';
import type { Query, QueryCheck } from '../read/request.js';
import type { ContentEnv } from './context.js';

/** The query of a request, with the validators of the type it is about. */
export function readQuery(c: Context<ContentEnv>, check: QueryCheck): Query {
  return new ReadQuery(queryText(c), check, c.req.header('if-match'));
}

/** The query string as the client wrote it. */
export function queryText(c: Context<ContentEnv>): string {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const end = url.indexOf('#', start);
  return start < 0 ? '' : url.slice(start + 1, end < 0 ? undefined : end);
}

class ReadQuery implements Query {
  #tree: Query['tree'] | undefined;

  constructor(
    readonly text: string,
    readonly check: QueryCheck,
    readonly ifMatch: string | undefined,
  ) {}

  /** Parsed on first access, because a cached plan does not need it. */
  get tree(): Query['tree'] {
    return (this.#tree ??= parseBrackets(this.text));
  }
}
