import type { Context } from 'hono';

import type { ContentEnv } from './context.js';

/** The request headers that answers depend on. */
export const VARY = 'Authorization, Origin';

/** Headers of every answer to a request: its id, and the CORS headers. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * An answer with its own headers and those of its request. The Node server sends a plain object of headers as it is;
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
