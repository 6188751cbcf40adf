import { Hono } from 'hono';

import type { ContentDefinition } from '../content/content.js';
import { rootApp } from './root.js';

/** Anything that answers requests: a Hono app. */
export interface App {
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
}

/** An app that also answers what it has no routes for: `/_health`, `/uploads`, and other paths with JSON. */
export function completeApp(definition: ContentDefinition, app: App): App {
  const rest = rootApp(definition, new Hono());
  return {
    fetch: async (request, env) => {
      const response = await app.fetch(request, env);
      return (await isUnanswered(request, response)) ? rest.fetch(request, env) : response;
    },
  };
}

/** What Hono says where no route matches. Every other 404 is an answer that somebody wanted to give. */
async function isUnanswered(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 404 || !response.headers.get('content-type')?.startsWith('text/plain')) return false;
  return request.method === 'HEAD' || (await response.clone().text()) === '404 Not Found';
}
