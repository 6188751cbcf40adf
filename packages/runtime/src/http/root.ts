import { Hono } from 'hono';

import { type ContentDefinition, contentOf, findContent } from '../content/index.js';
import type { Database } from '../database/index.js';
import { ContentError, NotFoundError } from '../errors/index.js';
import { fileRoutes } from './routes/files.js';
import type { ContentEnv } from './context.js';
import { answerError, errorResponse } from './failures.js';
import { otherMethod } from './fallback.js';
import { prepareUploads } from '../upload/index.js';
import { readdressed, requestIdOf, withRequestId } from './request-id.js';

/** A complete server: the content API under its prefix, `/uploads`, `/_health`, and a JSON answer for unknown paths. */
export function rootApp(definition: ContentDefinition, routes: Hono<ContentEnv>): Hono<ContentEnv> {
  const content = findContent(definition);
  if (content !== undefined) prepareUploads(content);
  const app = new Hono<ContentEnv>();
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
  app.use('/_health', withRequestId);
  app.use('/uploads/*', withRequestId);
  app.get('/_health', async (c) => {
    await reach(contentOf(definition).database);
    return c.body(null, 204);
  });
  app.route('/uploads', fileRoutes(definition));
  for (const path of ['/_health', '/uploads/:key']) app.all(path, (c) => otherMethod(c, ['HEAD', 'GET']));
  mount(app, prefix, routes);
  return app;
}

/** Like `app.route`, but without its wrapper around each handler, because this app has the same error handler. */
function mount(app: Hono<ContentEnv>, prefix: string, routes: Hono<ContentEnv>): void {
  const api = app.basePath(prefix);
  for (const { method, path, handler } of routes.routes) api.on(method, path, handler);
}

/** Health checks have shorter timeouts than requests. */
async function reach(database: Database): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, 2_000, new Error('No answer')).unref());
  try {
    await Promise.race([database.rows('select 1'), late]);
  } catch (error) {
    throw new ContentError(503, 'ServiceUnavailableError', 'The database cannot be reached', null, { cause: error });
  }
}
