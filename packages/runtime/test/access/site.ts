import { Hono } from 'hono';

import { contentDefinition } from '../../../../fixtures/conformance/src/content/index.js';
import { articleRoutes } from '../../../../fixtures/conformance/src/content/article/routes.js';
import { authorRoutes } from '../../../../fixtures/conformance/src/content/author/routes.js';
import { badgeRoutes } from '../../../../fixtures/conformance/src/content/badge/routes.js';
import { categoryRoutes } from '../../../../fixtures/conformance/src/content/category/routes.js';
import { restaurantRoutes } from '../../../../fixtures/conformance/src/content/restaurant/routes.js';
import { settingRoutes } from '../../../../fixtures/conformance/src/content/setting/routes.js';
import { tagRoutes } from '../../../../fixtures/conformance/src/content/tag/routes.js';
import { vaultRoutes } from '../../../../fixtures/conformance/src/content/vault/routes.js';
import * as schema from '../../../../fixtures/conformance/src/content/schema.js';
import { type ContentDefinition, type ContentOptions, createContent } from '../../src/content/content.js';
import { type ContentEnv, content } from '../../src/http/context.js';
import { answerError } from '../../src/http/failures.js';
import { fallback } from '../../src/http/fallback.js';
import { pluginRoutes } from '../../src/http/routes/plugins.js';
import { rootApp } from '../../src/http/root.js';
import type { Settings } from '../../src/content/settings.js';
import { type TestDatabase, createTestDatabase } from '../harness/database.js';

export interface Reply {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

/** A served project of the conformance kit, with settings of the test's own. */
export interface Site {
  readonly test: TestDatabase;
  readonly app: Hono<ContentEnv>;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly token?: string;
  readonly body?: unknown;
  /** A body of JSON as it goes over the wire. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the connection comes from. */
  readonly address?: string;
}

/** The secret of a token that may do everything. */
export const FULL = 'conformance-token-full-access';

type Overrides = Partial<Pick<Settings, 'permissions' | 'tokens' | 'users'>> & Pick<ContentOptions, 'mail'>;

export async function openSite(overrides: Overrides = {}, test?: TestDatabase): Promise<Site> {
  const { mail, ...settings } = overrides;
  const database = test ?? (await createTestDatabase(schema));
  // The routes of the fixture are compiled against the built package; here they run on its sources.
  const fixture = contentDefinition as unknown as ContentDefinition;
  const definition: ContentDefinition = {
    ...fixture,
    settings: { ...fixture.settings, users: { rateLimit: false }, ...settings },
  };
  createContent(definition, { database: database.database, ...(mail === undefined ? {} : { mail }) });
  const app = rootApp(definition, routesOf(definition));
  const site = siteOf(app, database);
  return test === undefined ? site : { ...site, close: () => Promise.resolve() };
}

export function siteOf(app: Hono<ContentEnv>, test: TestDatabase): Site {
  return {
    test,
    app,
    request: (method, path, options) => request(app, method, path, options),
    close: test.close,
  };
}

function routesOf(definition: ContentDefinition): Hono<ContentEnv> {
  const routes = new Hono<ContentEnv>();
  routes.use(content(definition));
  routes.onError(answerError);
  const mounted = {
    articles: articleRoutes,
    authors: authorRoutes,
    badges: badgeRoutes,
    categories: categoryRoutes,
    restaurants: restaurantRoutes,
    setting: settingRoutes,
    tags: tagRoutes,
    vaults: vaultRoutes,
  };
  for (const [path, each] of Object.entries(mounted)) routes.route(`/${path}`, each as unknown as Hono<ContentEnv>);
  routes.route('/', pluginRoutes);
  routes.all('*', fallback(routes));
  return routes;
}

async function request(
  app: Hono<ContentEnv>,
  method: string,
  path: string,
  { token, body, raw, headers = {}, address }: RequestOptions = {},
): Promise<Reply> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await app.request(
    path,
    {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    },
    address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } },
  );
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson && answer !== '' ? JSON.parse(answer) : answer,
    headers: response.headers,
  };
}
