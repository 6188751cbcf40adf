import type { Settings } from '@content-gen/runtime';
import type { App } from '@content-gen/runtime/node';
import { Hono } from 'hono';

import type { ContentModel } from '../model/model.js';

/** Adds `openapi.json` below the prefix, unless the app answers that path itself. */
export function withOpenapi(app: App, model: ContentModel, settings: Settings): App {
  const path = `${settings.api.prefix}/openapi.json`;
  let described: Promise<Hono> | undefined;
  return {
    fetch: async (request, env) => {
      const answer = await app.fetch(request, env);
      const isAsked = ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname === path;
      if (!isAsked || answer.status !== 404) return answer;
      return (await (described ??= describe(path, model, settings))).fetch(request, env);
    },
  };
}

/** Made by the first request for it, because most runs have none. */
async function describe(path: string, model: ContentModel, settings: Settings): Promise<Hono> {
  const [{ openapiDocument }, { openapi }] = await Promise.all([
    import('../openapi/index.js'),
    import('@content-gen/runtime/hono'),
  ]);
  return new Hono().get(path, openapi({ settings }, openapiDocument(model, settings)));
}
