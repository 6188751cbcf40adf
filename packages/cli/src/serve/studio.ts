import type { App } from '@content-gen/runtime/node';
import { Hono } from 'hono';

const PATH = '/studio';

/** Adds the studio at `/studio`, unless the app answers that path itself. */
export function withStudio(app: App, studio: Hono): App {
  const mounted = new Hono().route(PATH, studio);
  return {
    fetch: async (request, env) => {
      const answer = await app.fetch(request, env);
      const { pathname } = new URL(request.url);
      const isAsked = pathname === PATH || pathname.startsWith(`${PATH}/`);
      return isAsked && answer.status === 404 ? mounted.fetch(request, env) : answer;
    },
  };
}

/** Opens the studio with a token. A browser keeps the part behind `#` to itself, so it is in no log. */
export function studioLink(url: string, token: string): string {
  return `${url}${PATH}#token=${token}`;
}
