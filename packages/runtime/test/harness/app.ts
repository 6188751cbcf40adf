import { Hono } from 'hono';

import type { Content, ContentDefinition, ContentOptions } from '../../src/content/content.js';
import { createContent } from '../../src/documents/create-content.js';
import { type Settings, defaultRest } from '../../src/content/settings.js';
import type { Database } from '../../src/database/database.js';
import { type ContentEnv, content } from '../../src/http/context.js';
import { answerError } from '../../src/http/failures.js';
import { fallback } from '../../src/http/fallback.js';
import { rootApp } from '../../src/http/root.js';
import type { Fixture } from './fixture.js';

export interface App {
  readonly definition: ContentDefinition;
  readonly content: Content;
  readonly app: Hono<ContentEnv>;
}

export interface AppOptions extends Pick<ContentOptions, 'hooks' | 'mail'> {
  /** In place of those of the fixture. */
  readonly settings?: Partial<Settings>;
}

/** The fixture as a server would answer with it. Each app has a definition of its own: several can share a database. */
export function createApp(fixture: Fixture, database: Database, { settings, ...options }: AppOptions = {}): App {
  const merged = { ...fixture.definition.settings, ...settings };
  const definition = { ...fixture.definition, settings: { ...merged, api: withTime(merged.api) } };
  return {
    definition,
    content: createContent(definition, { database, ...options }),
    app: rootApp(definition, routesOf(fixture, definition)),
  };
}

/** No request of a test may fail because the machine is busy, unless the test is about that. */
function withTime(api: Settings['api']): Settings['api'] {
  const { publicTimeoutMs: given, bulkTimeoutMs = 600_000 } = api.rest;
  const publicTimeoutMs = given === defaultRest.publicTimeoutMs ? 60_000 : given;
  return { ...api, rest: { ...api.rest, publicTimeoutMs, bulkTimeoutMs } };
}

/** As the generated `index.ts` mounts them, between the definition's own middleware and its own fallback. */
function routesOf(fixture: Fixture, definition: ContentDefinition): Hono<ContentEnv> {
  const routes = new Hono<ContentEnv>();
  routes.use(content(definition));
  routes.onError(answerError);
  for (const { method, path, handler } of fixture.routes.routes.slice(1, -1)) routes.on(method, path, handler);
  routes.all('*', fallback(routes));
  return routes;
}
