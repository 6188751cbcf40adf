import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';

import type { Answer } from './answer.js';
import type { ContentDefinition, Scope } from './content.js';
import type { Query, Validator } from './query/query.js';

export type { ContentDefinition } from './content.js';

/** What the handlers of a content API find in their context. */
export interface ContentEnv {
  Variables: { content: Scope };
}

export function content(_definition: ContentDefinition): MiddlewareHandler<ContentEnv> {
  throw new Error('not yet');
}

export function fallback(_routes: Hono<ContentEnv>): Handler<ContentEnv> {
  throw new Error('not yet');
}

export function readQuery(
  _c: Context<ContentEnv>,
  _check: { filters: Validator; populate: Validator },
): Query {
  throw new Error('not yet');
}

export function readBody(_c: Context<ContentEnv>): Promise<unknown> {
  throw new Error('not yet');
}

export function json(_c: Context<ContentEnv>, _answer: Answer, _status?: 200 | 201): Response {
  throw new Error('not yet');
}
