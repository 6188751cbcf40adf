import type { Context } from 'hono';

import type { ApiSettings } from '../content/index.js';
import { type Answer, digestOf } from '../read/index.js';
import type { ContentEnv } from './context.js';

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

/** The request headers that answers depend on. */
export const VARY = 'Authorization, Origin';

/** Headers of every answer to a request: its id, and the CORS headers. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * An answer with its own headers and those of its request. The Node server sends a plain object of headers unchanged;
 * headers that a context collects would be parsed and copied three times.
 */
export function respond(
  c: Context<ContentEnv>,
  body: Uint8Array | ReadableStream<Uint8Array> | string | null,
  status: number,
  headers: Record<string, string>,
): Response {
  // A body never lies in shared memory, which `Response` does not take.
  const response = new Response(body as Exclude<typeof body, Uint8Array> | Uint8Array<ArrayBuffer>, {
    status,
    headers: Object.assign(headers, c.get('headers')),
  });
  c.set('complete', response);
  return response;
}

/** Adds the headers of every answer to an answer that `respond` did not make. */
export function completeHeaders(c: Context<ContentEnv>): void {
  if (c.get('complete') !== c.res) giveHeaders(c);
}

export function giveHeaders(c: Context<ContentEnv>): void {
  c.header('Vary', VARY);
  // Paths outside the API have no such headers.
  for (const [name, value] of Object.entries(c.get('headers') ?? {})) c.header(name, value);
}

interface Cors {
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
