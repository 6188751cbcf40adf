import { createRequire } from 'node:module';

import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { ContentEnv } from '../context.js';
import { fallback } from '../fallback.js';
import { OTHER_COPY, copyProblem } from './hono-copy.js';
import { isKnownRoute } from './known-route.js';

// Node gives `require` another copy than `import`.
const other: typeof import('hono') = createRequire(import.meta.url)('hono');

/** An app with generated routes, which end in a fallback. */
function withRoutes(app: Hono, routes: Hono<ContentEnv>): Hono {
  routes.onError((error) => {
    throw error;
  });
  routes.all('*', fallback(routes));
  return app.route('/api', routes);
}

test('an app and its routes of one copy have no problem', () => {
  expect(copyProblem(withRoutes(new Hono(), new Hono()))).toBeUndefined();
});

test('an app of another framework has no problem', () => {
  expect(copyProblem({ fetch: () => new Response() })).toBeUndefined();
});

test('an app of another copy of Hono is a problem', () => {
  expect(copyProblem(new other.Hono())).toBe(OTHER_COPY);
  expect(copyProblem(withRoutes(new other.Hono(), new other.Hono()))).toBe(OTHER_COPY);
});

test('routes of another copy of Hono are a problem', () => {
  expect(copyProblem(withRoutes(new Hono(), new other.Hono()))).toBe(OTHER_COPY);
});

test('a request of another copy of Hono names the reason', async () => {
  const app = new other.Hono();
  app.onError((error, c) => c.text(error.message, 500));
  app.get('/', (c) => c.json(isKnownRoute(c)));
  expect(await (await app.request('/')).text()).toBe(OTHER_COPY);
});
