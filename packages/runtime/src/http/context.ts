import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

import { PUBLIC, callerOf } from './caller.js';
import { type ContentDefinition, type Scope, contentOf } from '../content/content.js';
import { ContentError } from '../errors/index.js';
import { corsHeaders, preflight } from './cors.js';
import { type AnswerHeaders, completeHeaders } from './headers.js';
import { requestIdOf } from './request-id.js';

/** What the handlers of a content API find in their context. */
export interface ContentEnv {
  Variables: {
    content: Scope;
    /** What the answer carries, whatever it is. */
    headers: AnswerHeaders;
    /** An answer that carries it already. */
    complete: Response;
  };
}

/** Makes every request a `Scope`: which project, who is calling, under which id. */
export function content(definition: ContentDefinition): MiddlewareHandler<ContentEnv> {
  const { api } = definition.settings;
  return async (c, next) => {
    const requestId = requestIdOf(c);
    c.set('headers', { 'X-Request-Id': requestId, ...corsHeaders(api.cors, c.req.header('origin')) });
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) return preflight(c);
    refuseBadEscapes(c.req.path);

    const project = contentOf(definition);
    const authorization = c.req.header('authorization');
    // What is not there is not there for anybody: credentials are looked at on known paths only.
    const caller = authorization !== undefined && isKnown(c) ? await callerOf(project, authorization) : PUBLIC;
    const v4 = api.responses === 'strapi' && c.req.header('strapi-response-format') === 'v4';
    c.set('content', { content: project, caller, requestId, ...(v4 ? { format: 'v4' as const } : {}) });
    await next();
    completeHeaders(c);
    return undefined;
  };
}

function isKnown(c: Context<ContentEnv>): boolean {
  return matchedRoutes(c).some((route) => !route.path.endsWith('*'));
}

function refuseBadEscapes(path: string): void {
  // oxlint-disable-next-line no-control-regex
  if (!/[%\0]/.test(path)) return;
  try {
    if (!decodeURIComponent(path).includes('\0')) return;
  } catch {
    // Falls through to the refusal below.
  }
  throw new ContentError(400, 'BadRequestError', 'failed to decode', null);
}
