import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';

import type { ContentEnv } from './context.js';

const NAME = 'X-Request-Id';

/** The id that the client sent, or a new one. */
export function requestIdOf(c: Context<ContentEnv>): string {
  return c.req.header(NAME)?.slice(0, 100) || randomUUID();
}

/** The same request at another address. */
export function readdressed(c: Context<ContentEnv>, url: URL): Request {
  c.set('isReaddressed', true);
  const request = new Request(url, c.req.raw);
  const id = c.get('headers')?.[NAME];
  if (id !== undefined) request.headers.set(NAME, id);
  return request;
}

/** Gives requests outside the API their id. */
export const withRequestId: MiddlewareHandler<ContentEnv> = async (c, next) => {
  const id = requestIdOf(c);
  c.set('headers', { [NAME]: id });
  await next();
  c.header(NAME, id);
};
