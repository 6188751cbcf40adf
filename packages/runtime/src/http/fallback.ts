import type { Context, Handler, Hono } from 'hono';

import { ContentError, NotFoundError } from '../errors/index.js';
import type { ContentEnv } from './context.js';
import { entranceOf } from './routing/entrance.js';
import { errorResponse } from './failures.js';
import { noteCopy } from './routing/hono-copy.js';
import { asLastHandler } from './routing/known-route.js';
import { readdressed } from './request.js';

/**
 * Answers requests without a route. Another spelling of a known path (upper case, a trailing slash) is routed again
 * from the entrance of the app, or redirected where the entrance is unknown, so that the request passes everything that
 * the app has before these routes. An unsupported method of a known path is a 405, everything else a 404.
 */
export function fallback(routes: Hono<ContentEnv>): Handler<ContentEnv> {
  const handle = async (c: Context<ContentEnv>) => {
    const { prefix } = c.var.scope.content.settings.api;
    const path = c.req.path.startsWith(prefix) ? c.req.path.slice(prefix.length) : c.req.path;
    const methods = methodsOf(routes, path);
    if (methods.length > 0) return otherMethod(c, methods);

    const plain = plainSpelling(routes, path);
    if (plain === undefined) return errorResponse(c, new NotFoundError());
    const url = new URL(c.req.url);
    url.pathname = c.req.path.slice(0, c.req.path.length - path.length) + plain;
    const entrance = entranceOf(c);
    return entrance === undefined ? c.redirect(url.pathname + url.search, 308) : entrance(readdressed(c, url));
  };
  return noteCopy(routes, asLastHandler(handle));
}

/** The answer to a method that a path does not support. */
export function otherMethod(c: Context<ContentEnv>, methods: readonly string[]): Response {
  c.header('Allow', methods.join(', '));
  if (c.req.method === 'OPTIONS') return c.body(null, 200);
  return errorResponse(c, new ContentError(405, 'MethodNotAllowedError', 'Method Not Allowed'));
}

/** The registered spelling of a path. Case matters only in parameters, such as the id of a document. */
function plainSpelling(routes: Hono<ContentEnv>, path: string): string | undefined {
  const segments = path.replace(/\/$/, '').split('/');
  const spellings = routes.routes
    .filter((route) => !route.path.includes('*'))
    .map((route) => route.path.split('/'))
    .filter((pattern) => fits(pattern, segments, (part, segment) => part.toLowerCase() === segment.toLowerCase()))
    .map((pattern) => pattern.map((part, index) => (part.startsWith(':') ? segments[index] : part)).join('/'));
  return spellings.find((spelling) => spelling !== path);
}

const ORDER = ['HEAD', 'GET', 'POST', 'PUT', 'DELETE'];

function methodsOf(routes: Hono<ContentEnv>, path: string): readonly string[] {
  const segments = path.split('/');
  const methods = new Set<string>();
  for (const route of routes.routes) {
    if (route.path.includes('*') || !fits(route.path.split('/'), segments)) continue;
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
  }
  return ORDER.filter((method) => methods.has(method));
}

function fits(
  pattern: readonly string[],
  segments: readonly string[],
  same: (part: string, segment: string) => boolean = Object.is,
): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) return same(part, segment);
    const [, allowed] = /\{(.+)\}$/.exec(part) ?? [];
    return segment !== '' && (allowed === undefined || new RegExp(`^(?:${allowed})$`).test(segment));
  });
}
