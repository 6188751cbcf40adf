import type { Context } from 'hono';

import type { ApiSettings } from '../content/index.js';
import type { ContentEnv } from './context.js';
import { type AnswerHeaders, respond } from './headers.js';

export interface Cors {
  /** Headers that let pages of other origins read an answer. */
  headersFor(origin: string | undefined): AnswerHeaders;
  preflight(c: Context<ContentEnv>): Response;
}

const SENT = ['Content-Type', 'Authorization', 'Origin', 'Accept', 'If-Match', 'If-None-Match'];
const EXPOSED = ['ETag', 'X-Request-Id'];

export function createCors({ origins, credentials, headers = [], expose = [] }: ApiSettings['cors']): Cors {
  const exposed = [...EXPOSED, ...expose].join(',');
  const isAny = headers === '*';
  const sent = (isAny ? SENT : [...SENT, ...headers]).join(',');
  return {
    headersFor: (origin) => {
      const allowed = origin === undefined ? undefined : allowedOrigin(origins, origin);
      if (allowed === undefined) return {};
      return {
        'Access-Control-Allow-Origin': allowed,
        ...(credentials && allowed !== '*' ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
        'Access-Control-Expose-Headers': exposed,
      };
    },
    preflight: (c) => {
      // Browsers take `*` by its word if they send cookies, so the answer repeats the headers that a page asks for.
      const asked = isAny ? c.req.header('access-control-request-headers') : undefined;
      return respond(c, null, 204, {
        'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
        'Access-Control-Allow-Headers': asked ?? sent,
        'Access-Control-Max-Age': '31536000',
        Vary: isAny ? 'Origin, Access-Control-Request-Headers' : 'Origin',
      });
    },
  };
}

function allowedOrigin(origins: ApiSettings['cors']['origins'], origin: string): string | undefined {
  if (origins === '*') return '*';
  if (origins === 'reflect') return origin;
  return origins.includes(origin) ? origin : undefined;
}
