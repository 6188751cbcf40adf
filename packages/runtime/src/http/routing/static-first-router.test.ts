import fc from 'fast-check';
import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { expect, it } from 'vitest';

import { times } from '../../../test/harness/suite.js';
import { StaticFirstRouter } from './static-first-router.js';

/** The handlers of a result in their order, each with its parameters. */
function handlersOf([handlers, values]: Result<number>): unknown[] {
  return handlers.map(([handler, params]) => {
    const named = Object.entries(params).map(([name, value]) => [name, values?.[Number(value)] ?? value]);
    return [handler, Object.fromEntries(named)];
  });
}

const method = fc.constantFrom('GET', 'POST', 'PUT', 'ALL');
const segment = fc.constantFrom('articles', 'actions', 'bulk', 'me', ':id');
/** The routers of Hono differ in what they find for a `*` in the middle, so it stands at the end. */
const route = fc.tuple(
  method,
  fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom([], ['*']))
    .map(([parts, end]) => `/${[...parts, ...end].join('/')}`),
);
const asked = fc.tuple(
  fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  fc
    .array(fc.constantFrom('articles', 'actions', 'bulk', 'me', 'publish', 'x'), { maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`),
);

it('finds the same handlers with the same parameters as the tree of Hono, for any routes', () => {
  fc.assert(
    fc.property(
      fc.array(route, { maxLength: 12 }),
      fc.array(asked, { minLength: 1, maxLength: 8 }),
      (routes, paths) => {
        const routers: readonly Router<number>[] = [new StaticFirstRouter<number>(), new TrieRouter<number>()];
        for (const router of routers) routes.forEach(([verb, path], index) => router.add(verb, path, index));
        // Asked twice, because the second answer comes from what was found first.
        for (const [verb, path] of [...paths, ...paths]) {
          const [ours, theirs] = routers.map((router) => handlersOf(router.match(verb, path)));
          expect(ours).toEqual(theirs);
        }
      },
    ),
    { numRuns: times(2000) },
  );
});

it('finds an action beside a bulk request, and no longer path', () => {
  const router = new StaticFirstRouter<string>();
  router.add('ALL', '/api/*', 'all');
  router.add('POST', '/api/articles/actions/bulk', 'bulk');
  router.add('POST', '/api/articles/:documentId/actions/:action{(?:publish|discard)}', 'action');
  const found = (path: string) => router.match('POST', path)[0].map(([handler]) => handler);
  expect(found('/api/articles/actions/bulk')).toEqual(['all', 'bulk']);
  expect(found('/api/articles/x/actions/publish')).toEqual(['all', 'action']);
  expect(found('/api/articles/x/actions/publish/more')).toEqual(['all']);
});
