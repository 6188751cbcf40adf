import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { findTargetHandler, isMiddleware } from 'hono/utils/handler';

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
