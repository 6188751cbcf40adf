import type { Settings } from '@content-gen/runtime';
import type { App } from '@content-gen/runtime/node';
import { Hono } from 'hono';

import type { ContentModel } from '../model/model.js';

/**
 * Adds `openapi.json` below the prefix, unless the app answers that path itself. The document lists the routes of
 * `own`, too.
 */
export function withOpenapi(app: App, model: ContentModel, settings: Settings, own?: App): App {
  const path = `${settings.api.prefix}/openapi.json`;
  let described: Promise<Described> | undefined;
  return {
    fetch: async (request, env) => {
      const answer = await app.fetch(request, env);
      const isAsked = ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname === path;
      if (!isAsked || answer.status !== 404) return answer;
      const { whole, shown } = await (described ??= describe(path, model, settings, own));
      // Browsers name the origin of a page that asks another one.
      return (request.headers.has('origin') ? shown : whole).fetch(request, env);
    },
  };
}

interface Described {
  readonly whole: Hono;
  /** For pages of other origins, which CORS may allow to read every answer: private attributes have no name there. */
  readonly shown: Hono;
}

/** The first request for the document makes it, because most runs of `serve` get no such request. */
async function describe(path: string, model: ContentModel, settings: Settings, own?: App): Promise<Described> {
  const [{ openapiDocument }, { openapi }] = await Promise.all([
    import('../openapi/index.js'),
    import('@content-gen/runtime/hono'),
  ]);
  const routes = own !== undefined && hasRoutes(own) ? own : undefined;
  const answering = (document: object) => new Hono().get(path, openapi({ settings }, document, routes));
  return {
    whole: answering(openapiDocument(model, settings)),
    shown: answering(openapiDocument(model, settings, undefined, { hidesPrivate: true })),
  };
}

/** The project may have a copy of Hono of its own, or another framework. */
function hasRoutes(app: App): app is App & Pick<Hono, 'routes'> {
  return 'routes' in app && Array.isArray(app.routes);
}
