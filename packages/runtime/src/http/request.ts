import { randomUUID } from 'node:crypto';

import type { Context, MiddlewareHandler } from 'hono';

import { tokenCaller } from '../access/index.js';
import type { Caller, Content } from '../content/index.js';
import { ContentError } from '../errors/index.js';
import type { Query } from '../read/index.js';
import { isSessionToken, signedIn } from '../users/index.js';
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

/** The query of a request. */
export function readQuery(c: Context<ContentEnv>): Query {
  return {
    text: queryText(c),
    ifMatch: c.req.header('if-match'),
    idempotencyKey: c.req.header('idempotency-key'),
  };
}

/** The query string as the client wrote it. */
export function queryText(c: Context<ContentEnv>): string {
  const { url } = c.req.raw;
  const start = url.indexOf('?');
  const end = url.indexOf('#', start);
  return start < 0 ? '' : url.slice(start + 1, end < 0 ? undefined : end);
}

export const PUBLIC: Caller = { kind: 'role', role: 'public' };

/** The caller that an `Authorization` header names. A header without a bearer token is ignored. */
export async function callerOf(content: Content, authorization: string | undefined): Promise<Caller> {
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return PUBLIC;
  const caller = isSessionToken(token) ? await signedIn(content, token) : await tokenCaller(content, token);
  if (caller === undefined) throw new ContentError(401, 'UnauthorizedError', 'Missing or invalid credentials');
  return caller;
}
