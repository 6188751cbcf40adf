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
      const headers = { 'Cache-Control': 'no-cache', Vary: 'Origin', ...corsHeaders(settings, request) };
      return Response.json(openapiDocument(model, settings), { headers });
    },
  };
}

/** The document names every attribute, so only pages that may read the API may read it. */
function corsHeaders({ api: { cors } }: Settings, request: Request): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null) return {};
  const isAllowed = typeof cors.origins === 'string' || cors.origins.includes(origin);
  return isAllowed ? { 'Access-Control-Allow-Origin': cors.origins === '*' ? '*' : origin } : {};
}
