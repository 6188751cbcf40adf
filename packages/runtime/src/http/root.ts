import { Hono } from 'hono';

import { type ContentDefinition, findContent } from '../content/index.js';
import { NotFoundError } from '../errors/index.js';
import { fileRoutes } from './routes/files.js';
import { healthRoutes } from './routes/health.js';
import { metricsRoutes } from './routes/metrics.js';
import type { ContentEnv } from './context.js';
import { asEntrance } from './routing/entrance.js';
import { answerError, errorResponse } from './failures.js';
import { otherMethod } from './fallback.js';
import { prepareUploads } from '../upload/index.js';
import { readdressed, requestIdOf, withRequestId } from './request.js';
import { StaticFirstRouter } from './routing/static-first-router.js';

/** A complete server: the content API under its prefix, `/uploads`, health checks, and a JSON answer for unknown paths. */
export function rootApp(definition: ContentDefinition, routes: Hono<ContentEnv>): Hono<ContentEnv> {
  const content = findContent(definition);
  if (content !== undefined) prepareUploads(content);
  const app = new Hono<ContentEnv>({ router: new StaticFirstRouter() });
  app.onError(answerError);
  const { prefix } = definition.settings.api;
  app.notFound((c) => {
    const spelled = c.req.path.slice(0, prefix.length);
    if (spelled === prefix || spelled.toLowerCase() !== prefix.toLowerCase()) {
      c.set('headers', { 'X-Request-Id': requestIdOf(c) });
      return errorResponse(c, new NotFoundError());
    }
    const url = new URL(c.req.url);
    url.pathname = prefix + url.pathname.slice(prefix.length);
    return app.fetch(readdressed(c, url), c.env);
  });
  app.use('/uploads/*', withRequestId);
  app.route('/', healthRoutes(definition));
  app.route('/', metricsRoutes(definition));
  app.route('/uploads', fileRoutes(definition));
  app.all('/uploads/:key', (c) => otherMethod(c, ['HEAD', 'GET']));
  mount(app, prefix, routes);
  app.fetch = asEntrance(app.fetch);
  return app;
}

/** Like `app.route`, but without its wrapper around each handler, because this app has the same error handler. */
function mount(app: Hono<ContentEnv>, prefix: string, routes: Hono<ContentEnv>): void {
  const api = app.basePath(prefix);
  for (const { method, path, handler } of routes.routes) api.on(method, path, handler);
}
