import type { Context } from 'hono';

import type { ApiSettings } from '../content/index.js';
import type { ContentEnv } from './context.js';
import { type AnswerHeaders, respond } from './headers.js';

/** Headers that let pages of other origins read an answer. */
export function corsHeaders(cors: ApiSettings['cors'], origin: string | undefined): AnswerHeaders {
  const allowed = origin === undefined ? undefined : allowedOrigin(cors, origin);
  if (allowed === undefined) return {};
  return {
    'Access-Control-Allow-Origin': allowed,
    ...(cors.credentials && allowed !== '*' ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    'Access-Control-Expose-Headers': 'ETag,X-Request-Id',
  };
}

function allowedOrigin({ origins }: ApiSettings['cors'], origin: string): string | undefined {
  if (origins === '*') return '*';
  if (origins === 'reflect') return origin;
  return origins.includes(origin) ? origin : undefined;
}

export function preflight(c: Context<ContentEnv>): Response {
  return respond(c, null, 204, {
    'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
    'Access-Control-Allow-Headers': 'Content-Type,Authorization,Origin,Accept,If-Match,If-None-Match',
    'Access-Control-Max-Age': '31536000',
    Vary: 'Origin',
  });
}
