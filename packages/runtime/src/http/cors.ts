import type { Context } from 'hono';

import type { ApiSettings } from '../settings.js';

/** Headers that let pages of other origins read an answer. */
export function corsHeaders(
  cors: ApiSettings['cors'],
  origin: string | undefined,
): readonly (readonly [string, string])[] {
  if (origin === undefined) return [];
  const allowed = allowedOrigin(cors, origin);
  if (allowed === undefined) return [];
  return [
    ['Access-Control-Allow-Origin', allowed],
    ...(cors.credentials && allowed !== '*' ? [['Access-Control-Allow-Credentials', 'true'] as const] : []),
    ['Access-Control-Expose-Headers', 'ETag,X-Request-Id'],
  ];
}

function allowedOrigin({ origins }: ApiSettings['cors'], origin: string): string | undefined {
  if (origins === '*') return '*';
  if (origins === 'reflect') return origin;
  return origins.includes(origin) ? origin : undefined;
}

export function preflight(c: Context): Response {
  c.header('Access-Control-Allow-Methods', 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS');
  c.header('Access-Control-Allow-Headers', 'Content-Type,Authorization,Origin,Accept,If-Match,If-None-Match');
  c.header('Access-Control-Max-Age', '31536000');
  return c.body(null, 204);
}
