import type { Context } from 'hono';

import type { ContentEnv } from './context.js';

/** What an answer depends on beside its address. */
export const VARY = 'Authorization, Origin';

/** What every answer to a request carries: its id, and who may read it. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * An answer with these headers, which are its own, and those of its request. A plain object goes straight to the socket;
 * the headers that a context collects would be parsed and copied three times on the way.
 */
export function respond(
  c: Context<ContentEnv>,
  body: Uint8Array | string | null,
  status: number,
  headers: Record<string, string>,
): Response {
  const response = new Response(body as Uint8Array<ArrayBuffer> | string | null, {
    status,
    headers: Object.assign(headers, c.get('headers')),
  });
  c.set('complete', response);
  return response;
}

/** Gives an answer that was made in another way what every answer carries. */
export function completeHeaders(c: Context<ContentEnv>): void {
  if (c.get('complete') !== c.res) giveHeaders(c);
}

export function giveHeaders(c: Context<ContentEnv>): void {
  c.header('Vary', VARY);
  // A path outside the API has none.
  for (const [name, value] of Object.entries(c.get('headers') ?? {})) c.header(name, value);
}
