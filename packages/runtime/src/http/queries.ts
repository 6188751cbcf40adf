import type { Context } from 'hono';

import { parseBrackets } from '../query/brackets.js';
import type { Query, QueryCheck } from '../read/request.js';
import type { ContentEnv } from './context.js';

/** The query of a request, with the validators of the type it is about. */
export function readQuery(c: Context<ContentEnv>, check: QueryCheck): Query {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const text = start < 0 ? '' : url.slice(start + 1).split('#', 1)[0]!;
  return new ReadQuery(text, check, c.req.header('if-match'));
}

class ReadQuery implements Query {
  #tree: Query['tree'] | undefined;

  constructor(
    readonly text: string,
    readonly check: QueryCheck,
    readonly ifMatch: string | undefined,
  ) {}

  /** Read when something looks at it: what is known from an earlier request needs no second look. */
  get tree(): Query['tree'] {
    return (this.#tree ??= parseBrackets(this.text));
  }
}
