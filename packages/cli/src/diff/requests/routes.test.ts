import { expect, test } from 'vitest';

import { stateOf } from '../../../test/diff/states.js';
import { everyVerb } from '../change.js';
import { routesOf } from './routes.js';

async function paths(owner: string, sketch: Parameters<typeof stateOf>[0]) {
  const state = await stateOf(sketch);
  const routes = routesOf({ owner, verbs: everyVerb }, { before: state, now: state });
  return routes.map(({ method, path }) => `${method} ${path}`);
}

test('a collection type has five routes, and a single type three', async () => {
  expect(await paths('article', {})).toEqual([
    'GET /api/articles',
    'GET /api/articles/:documentId',
    'POST /api/articles',
    'PUT /api/articles/:documentId',
    'DELETE /api/articles/:documentId',
  ]);
  expect(await paths('article', { type: { kind: 'singleType' }, config: { api: { prefix: '/v1' } } })).toEqual([
    'GET /v1/article',
    'PUT /v1/article',
    'DELETE /v1/article',
  ]);
});

test('a component has the routes of the types that embed it, also within another component', async () => {
  const files = {
    'content/components/shared/image.json': { attributes: { alt: { type: 'string' } } },
    'content/page.json': { attributes: { parts: { type: 'dynamiczone', components: ['shared.seo'] } } },
    'content/tag.json': { attributes: { name: { type: 'string' } } },
  };
  const found = await paths('shared.image', {
    seo: { image: { type: 'component', component: 'shared.image' } },
    files,
  });
  expect([...new Set(found.map((route) => route.split('/')[2]))]).toEqual(['articles', 'pages']);
});
