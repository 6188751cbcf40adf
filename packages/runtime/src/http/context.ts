import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

import { PUBLIC, callerOf } from './caller.js';
import { type ContentDefinition, type Scope, contentFor, contentOf } from '../content/index.js';
import { ContentError } from '../errors/index.js';
import { corsHeaders, preflight } from './cors.js';
import { RequestClient } from './request-client.js';
import { type AnswerHeaders, completeHeaders } from './headers.js';
import { requestIdOf } from './request-id.js';

/** The context of the handlers of a content API. */
export interface ContentEnv {
  Variables: {
    content: Scope;
    /** Headers of every answer. */
    headers: AnswerHeaders;
    /** An answer that already has these headers. */
    complete: Response;
  };
}

/** Makes the `Scope` of every request: its project, its caller and its id. */
export function content(definition: ContentDefinition): MiddlewareHandler<ContentEnv> {
  const { api } = definition.settings;
  return async (c, next) => {
    const requestId = requestIdOf(c);
    c.set('headers', { 'X-Request-Id': requestId, ...corsHeaders(api.cors, c.req.header('origin')) });
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) return preflight(c);
    if (!isDecodable(c.req.path)) throw new ContentError(400, 'BadRequestError', 'failed to decode', null);

    const project = contentOf(definition);
    const authorization = c.req.header('authorization');
    // Authenticate only on known routes, so that a 404 does not depend on credentials.
    const caller = authorization !== undefined && isKnown(c) ? await callerOf(project, authorization) : PUBLIC;
    const v4 = api.responses === 'strapi' && c.req.header('strapi-response-format') === 'v4';
    const own = contentFor(project, new RequestClient(c, project, caller));
    c.set('content', { content: own, caller, requestId, ...(v4 ? { format: 'v4' as const } : {}) });
    await next();
    completeHeaders(c);
    return undefined;
  };
}

function isKnown(c: Context<ContentEnv>): boolean {
  return matchedRoutes(c).some((route) => !route.path.endsWith('*'));
}

function isDecodable(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (!/[%\0]/.test(path)) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    // `decodeURIComponent` has no other way to report a bad escape.
    return false;
  }
}
