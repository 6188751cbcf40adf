import { Hono } from 'hono';
import { HonoBase } from 'hono/hono-base';
import type { H, RouterRoute } from 'hono/types';

import type { ContentDefinition } from '../content/index.js';
import { asEntrance } from './routing/entrance.js';
import { METRICS, isHealthCheck } from './server/health-check.js';
import { rootApp } from './root.js';

/** Anything that answers requests, usually a Hono app. */
export interface App {
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
}

/**
 * Adds `/_health`, `/_ready`, `/_metrics` and `/uploads` to an app that has no routes for them. A Hono app without a not-found
 * handler of its own also answers all unknown paths with JSON. The answers of the app's own routes are never replaced.
 */
export function completeApp(definition: ContentDefinition, app: App): App {
  const rest = restOf(definition);
  if (!(app instanceof HonoBase)) return { fetch: asEntrance((request, env) => fetchOrRest(app, rest, request, env)) };
  let complete: HonoBase | undefined;
  // Made by the first request, so that routes may be added until then.
  return { fetch: asEntrance((request, env) => (complete ??= withLastRoute(app, rest)).fetch(request, env)) };
}

/** The routes that an app gets. */
interface Rest extends App {
  /** Whether these routes have a path; otherwise their answer for this path is a 404. */
  readonly has: (path: string) => boolean;
}

function restOf(definition: ContentDefinition): Rest {
  const hasMetrics = definition.settings.observe?.metrics === true;
  const { fetch } = rootApp(definition, new Hono());
  const has = (path: string) => isHealthCheck(path) || path.startsWith('/uploads/') || (hasMetrics && path === METRICS);
  return { fetch, has };
}

/**
 * A copy of an app with one more route, after all routes of the app: Hono calls the last route exactly if no other
 * route has answered. The copy keeps the error handler and the not-found handler of the app.
 */
function withLastRoute(app: HonoBase, rest: Rest): HonoBase {
  // The method of the base class, because a subclass may return a copy that keeps the router of the app.
  const copy = HonoBase.prototype.basePath.call(app, '/');
  copy.router = new Hono().router;
  copy.routes = [];
  const add = (route: RouterRoute) => {
    copy.router.add(route.method, route.path, [route.handler, route]);
    copy.routes.push(route);
  };
  for (const route of app.routes) add(route);
  add({ basePath: '/', method: 'ALL', path: '/*', handler: lastRoute(rest) });
  return copy;
}

function lastRoute(rest: Rest): H {
  return async (c, next) => {
    if (rest.has(c.req.path)) return rest.fetch(c.req.raw, c.env);
    await next();
    if (!(await isStandardNotFound(c.res))) return undefined;
    const answer = await rest.fetch(c.req.raw, c.env);
    // Without this, the headers of the first answer would be added to the second one.
    c.res = undefined;
    c.res = answer;
    return undefined;
  };
}

/** The answer for an unknown path that Hono itself gives. */
interface StandardAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

let standard: StandardAnswer | undefined;

/** Asked once, because Hono keeps its not-found handler private. */
async function standardNotFound(): Promise<StandardAnswer> {
  if (standard !== undefined) return standard;
  const answer = await new Hono().request('/');
  const type = answer.headers.get('content-type');
  return (standard = { status: answer.status, type, text: await answer.text() });
}

/** Whether a not-found handler answered exactly as a Hono app without one does. */
async function isStandardNotFound(answer: Response): Promise<boolean> {
  const { status, type, text } = await standardNotFound();
  const isAlike = answer.status === status && answer.headers.get('content-type') === type;
  return isAlike && (await answer.clone().text()) === text;
}

/** Another app cannot be asked for its routes, so its own 404 stands for a missing route. */
async function fetchOrRest(app: App, rest: Rest, request: Request, env?: object): Promise<Response> {
  const answer = await app.fetch(request, env);
  return answer.status === 404 && rest.has(new URL(request.url).pathname) ? rest.fetch(request, env) : answer;
}
