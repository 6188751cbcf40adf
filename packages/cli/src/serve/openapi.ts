import type { Settings } from '@content-gen/runtime';
import type { App } from '@content-gen/runtime/node';

import type { ContentModel } from '../model/model.js';

/** Adds `openapi.json` below the prefix, unless the app answers that path itself. */
export function withOpenapi(app: App, model: ContentModel, settings: Settings): App {
  const path = `${settings.api.prefix}/openapi.json`;
  return {
    fetch: async (request, env) => {
      const answer = await app.fetch(request, env);
      const isAsked = ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname === path;
      if (!isAsked || answer.status !== 404) return answer;
      // Loaded by the first request for it, because most runs have none.
      const { openapiDocument } = await import('../openapi/index.js');
      const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' };
      return Response.json(openapiDocument(model, settings), { headers });
    },
  };
}
