import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { HonoRequest } from 'hono/request';
import type { RouterRoute } from 'hono/types';
import { findTargetHandler, isMiddleware } from 'hono/utils/handler';

import { OTHER_COPY } from './hono-copy.js';

/** Handlers that answer requests without a route. */
const lastHandlers = new WeakSet<object>();
/** Middleware that finds the caller. */
const contexts = new WeakSet<object>();

export function asLastHandler<Each extends Handler>(handler: Each): Each {
  lastHandlers.add(handler);
  return handler;
}

export function asContext<Each extends MiddlewareHandler>(handler: Each): Each {
  contexts.add(handler);
  return handler;
}

/**
 * Whether a handler may answer a request, other than that of unknown paths of the API. Hono does not tell middleware from
 * handlers of all methods, so a path for which you ask for the caller counts as known.
 */
export function isKnownRoute(c: Context): boolean {
  // Only the copy of Hono that made a request can read its routes.
  if (!(c.req instanceof HonoRequest)) throw new Error(OTHER_COPY);
  const routes = matchedRoutes(c);
  if (routes.some(isHandler)) return true;
  const last = routes.find((route) => lastHandlers.has(targetOf(route)));
  return routes.some((route) => contexts.has(targetOf(route)) && !last?.path.startsWith(route.path.replace(/\*$/, '')));
}

function isHandler(route: RouterRoute): boolean {
  if (!route.path.endsWith('*')) return true;
  const target = targetOf(route);
  return !lastHandlers.has(target) && (route.method !== 'ALL' || !isMiddleware(target));
}

function targetOf({ handler }: RouterRoute) {
  return findTargetHandler(handler);
}
