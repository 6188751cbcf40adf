import { createHash } from 'node:crypto';
import type { Context } from 'hono';

import type { Answer } from '../answer.js';
import type { ContentEnv } from './context.js';

/** Sends what the database built, text and all. */
export function json(c: Context<ContentEnv>, answer: Answer, status: 200 | 201 = 200): Response {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Origin',
  };
  const body = typeof answer.body === 'string' ? answer.body : (answer.body as Uint8Array<ArrayBuffer>);
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return c.body(body, status, answer.version === undefined ? headers : { ...headers, ETag: etagOf(answer) });
  }
  const etag = etagOf(answer);
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, { ...headers, ETag: etag });
  return c.body(body, status, { ...headers, ETag: etag });
}

/** Begins with the version of a single document, whatever was populated, so that `If-Match` can compare that part. */
function etagOf(answer: Answer): string {
  const hash = createHash('sha1').update(answer.body).digest('base64url');
  return answer.version === undefined ? `"${hash}"` : `"${answer.version}-${hash}"`;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
