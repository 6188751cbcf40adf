import type { Context } from 'hono';

import { type Answer, digestOf } from '../read/index.js';
import type { ContentEnv } from './context.js';
import { VARY, respond } from './headers.js';

/** Sends the JSON that the database built. */
export function json(c: Context<ContentEnv>, answer: Answer, status: 200 | 201 = 200): Response {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    Vary: VARY,
  };
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!reading && answer.version === undefined) return respond(c, answer.body, status, headers);
  const etag = (headers['ETag'] = etagOf(answer));
  if (reading && matches(c.req.header('if-none-match'), etag)) return respond(c, null, 304, headers);
  return respond(c, answer.body, status, headers);
}

/** Begins with the version of a single document, so that `If-Match` can compare it regardless of `populate`. */
function etagOf(answer: Answer): string {
  const digest = answer.digest ?? digestOf(answer.body);
  return answer.version === undefined ? `"${digest}"` : `"${answer.version}-${digest}"`;
}

/** Whether an `If-None-Match` header names an ETag. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
