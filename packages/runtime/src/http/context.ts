import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

import { PUBLIC, callerOf } from '../access/caller.js';
import { type ContentDefinition, type Scope, contentOf } from '../content.js';
import { ContentError } from '../errors.js';
import { corsHeaders, preflight } from './cors.js';

/** What the handlers of a content API find in their context. */
export interface ContentEnv {
  Variables: { content: Scope };
}

/** Makes every request a `Scope`: which project, who is calling, under which id. */
export function content(definition: ContentDefinition): MiddlewareHandler<ContentEnv> {
  return async (c, next) => {
    const requestId = c.req.header('x-request-id')?.slice(0, 100) ?? randomUUID();
    c.header('X-Request-Id', requestId);
    for (const [name, value] of corsHeaders(definition.settings.api.cors, c.req.header('origin')))
      c.header(name, value);
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) return preflight(c);
    refuseBadEscapes(c.req.path);

    const project = contentOf(definition);
    // What is not there is not there for anybody: credentials are looked at on known paths only.
    const known = matchedRoutes(c).some((route) => !route.path.endsWith('*'));
    const caller = known ? await callerOf(project, c.req.header('authorization')) : PUBLIC;
    const v4 = definition.settings.api.responses === 'strapi' && c.req.header('strapi-response-format') === 'v4';
    c.set('content', { content: project, caller, requestId, ...(v4 ? { format: 'v4' as const } : {}) });
    await next();
    return undefined;
  };
}

function refuseBadEscapes(path: string): void {
  try {
    if (!decodeURIComponent(path).includes('\0')) return;
  } catch {
    // Falls through to the refusal below.
  }
  throw new ContentError(400, 'BadRequestError', 'failed to decode', null);
}
