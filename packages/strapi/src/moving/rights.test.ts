/** Who may ask the moved API for what: nobody gets more than Strapi gave. */
import { describe, expect, test } from 'vitest';

import { translated } from '../../test/strapi-project.js';
import { effectOf } from './finding.js';

const schema = (options = {}, kind = 'collectionType') =>
  JSON.stringify({ kind, options, info: { singularName: 'order', pluralName: 'orders' }, attributes: {} });
const definition = { 'src/api/order/content-types/order/schema.json': schema() };
const router = (options = '') => ({
  'src/api/order/routes/order.js': `module.exports = createCoreRouter('api::order.order'${options && `, ${options}`});`,
});
const list = (...routes: readonly string[]) => ({
  'src/api/order/routes/order.js': `module.exports = { routes: [${routes.join()}] };`,
});
const find = "method: 'GET', path: '/orders', handler: 'order.find'";

/** The stubs of a project: `501 POST /orders`, `404 GET /orders` for API tokens. */
function stubs(files: Readonly<Record<string, string>>): readonly string[] {
  const { routes } = translated(files);
  return routes.flatMap((file) =>
    file.routes.map(({ method, path, isGenerated, isUnrouted }) => {
      const answer = isUnrouted === true ? '404' : isGenerated ? 'next' : '501';
      return `${answer} ${method} ${path.replace(/\{.*$/, '')}`;
    }),
  );
}

describe('a type for which Strapi had no routes', () => {
  const all = [
    '404 GET /orders',
    '404 GET /orders/:documentId',
    '404 POST /orders',
    '404 PUT /orders/:documentId',
    '404 DELETE /orders/:documentId',
    '404 POST /orders/actions/bulk',
    '404 POST /orders/:documentId/actions/:action',
  ];

  test('has none for API tokens', () => expect(stubs(definition).toSorted()).toEqual(all.toSorted()));

  test('that are in no list has none but those', () => {
    const expected = all.filter((each) => each !== '404 GET /orders');
    expect(stubs({ ...definition, ...list(`{ ${find} }`) }).toSorted()).toEqual(expected.toSorted());
  });

  test('that "only" leaves out has none but those', () => {
    const options = "{ only: ['find', 'findOne', 'create', 'update'] }";
    expect(stubs({ ...definition, ...router(options) })).toEqual([
      '404 DELETE /orders/:documentId',
      '404 POST /orders/actions/bulk',
      '404 POST /orders/:documentId/actions/:action',
    ]);
  });

  test('with a core router has all of them', () => expect(stubs({ ...definition, ...router() })).toEqual([]));

  test('has them if only a run would show the type of the core router', () => {
    const code = "const { UID } = require('../uid');\nmodule.exports = createCoreRouter(UID);";
    const ofShop = (more: string) => ({
      'src/api/shop/content-types/order/schema.json': schema(),
      'src/api/shop/routes/order.js': code.replace('(UID)', `(UID${more})`),
    });
    expect(stubs(ofShop(''))).toEqual([]);
    // Its settings may be those of any type of the API, so all their routes wait for a hand.
    const { guards } = translated(ofShop(", { config: { find: { policies: ['own'] } } }"));
    expect(guards.around('api::shop.order', 'create')).toHaveLength(1);
  });

  test('gives roles no permission that the panel had', () => {
    const permissions = [{ action: 'api::order.order.find' }, { action: 'api::order.order.create' }];
    const { proposal } = translated({
      ...definition,
      ...list(`{ ${find} }`),
      'package.json': JSON.stringify({ dependencies: { 'strapi-plugin-config-sync': '3.0.0' } }),
      'config/sync/user-role.public.json': JSON.stringify({ name: 'Public', type: 'public', permissions }),
    });
    expect([...(proposal.permissions.get('public')?.get('order') ?? [])]).toEqual(['find']);
  });
});

describe('a list of routes with a spread', () => {
  const guarded = "{ method: 'GET', path: '/orders', handler: 'order.find', config: { policies: ['global::own'] } }";
  const files = (code: string) => ({
    ...definition,
    'src/api/order/routes/01-own.js': code,
    'src/api/order/routes/order.ts': "export default (factories.createCoreRouter as Make)('api::order.order');",
  });
  const closedBy = (code: string) => translated(files(code)).guards.around('api::order.order', 'find').length;

  test.each([
    `const own = { routes: [${guarded}] };\nmodule.exports = { routes: [...own.routes] };`,
    `const own = [${guarded}];\nmodule.exports = { routes: [...own] };`,
    `module.exports = { get routes() { return [${guarded}]; } };`,
  ])('has the routes that its file shows: %s', (code) => {
    expect(stubs(files(code))).toEqual(['501 GET /orders']);
    expect(closedBy(code)).toBe(0);
  });

  test.each([
    "const own = require('./own');\nmodule.exports = { routes: [...own.routes] };",
    'module.exports = { routes: [...makeRoutes()] };',
    'module.exports = { routes: [makeRoute()] };',
    `module.exports = { get routes() { return [...(process.env.A ? own : []), ${guarded}]; } };`,
    `const own = { routes: [] };\nown.routes.push(${guarded});\nmodule.exports = own;`,
  ])('closes the type if only a run would show them: %s', (code) => expect(closedBy(code)).toBe(1));

  test('has the core routes of a router in it', () => {
    const code = `const core = createCoreRouter('api::order.order');\nmodule.exports = { routes: [...core.routes, { method: 'GET', path: '/orders/x', handler: 'order.x' }] };`;
    const found = stubs({ ...definition, 'src/api/order/routes/order.js': code });
    expect(found).toEqual(['501 GET /orders/x']);
  });
});

describe('auth of a route', () => {
  test.each([
    "{ scope: ['admin'] }",
    "{ scope: ['api::order.order.find', 'admin'] }",
    "{ strategies: ['own'] }",
    '{ scope: [process.env.SCOPE] }',
    'settings()',
  ])('that asks for more than the permission closes it: %s', (auth) => {
    const listed = stubs({ ...definition, ...list(`{ ${find}, config: { auth: ${auth} } }`) });
    const core = stubs({ ...definition, ...router(`{ config: { find: { auth: ${auth} } } }`) });
    expect([listed, core]).toEqual([expect.arrayContaining(['501 GET /orders']), ['501 GET /orders']]);
  });

  test.each(["{ scope: ['api::order.order.find'] }", '{}', 'true'])(
    'that asks for no more leaves it open: %s',
    (auth) => {
      expect(stubs({ ...definition, ...router(`{ config: { find: { auth: ${auth} } } }`) })).toEqual([]);
    },
  );

  test.each([
    ['of a core router', router('{ config: { find: { auth: false } } }')],
    ['in a list', list(`{ ${find}, config: { auth: false } }`)],
  ])('that is false gives the permission to every role: %s', (_, routes) => {
    const roles = [...translated({ ...definition, ...routes }).proposal.permissions];
    expect(roles.map(([role, types]) => [role, [...(types.get('order') ?? [])]])).toEqual([
      ['public', ['find']],
      ['authenticated', ['find']],
    ]);
  });
});

describe('a lifecycle', () => {
  const with_ = (hook: string, options: object, kind?: string) =>
    stubs({
      'src/api/order/content-types/order/schema.json': schema(options, kind),
      ...router(),
      'src/api/order/content-types/order/lifecycles.js': `module.exports = { ${hook}(event) { price(event); } };`,
    });
  const drafts = { draftAndPublish: true };
  const detours = ['501 POST /orders/actions/bulk', '501 POST /orders/:documentId/actions/:action'];

  test.each(['beforeCreate', 'afterCreate', 'beforeDelete', 'afterDelete'])(
    'ran when Strapi published, so %s closes publishing',
    (hook) => expect(with_(hook, drafts)).toEqual(detours),
  );

  test('closes every write that publishes, also an update', () => {
    const lifecycle =
      'module.exports = { beforeCreate(event) { price(event); }, afterDelete(event) { price(event); } };';
    const { hooks } = translated({
      'src/api/order/content-types/order/schema.json': schema(drafts),
      'src/api/order/content-types/order/lifecycles.js': lifecycle,
    });
    expect(hooks.map(({ hook }) => hook)).toEqual(['beforeCreate', 'beforePublish', 'afterDelete']);
  });

  test('closes publishing of a single type', () =>
    expect(with_('afterCreate', drafts, 'singleType')).toEqual(['501 POST /order/actions/:action']));

  test.each([
    ['beforeUpdate', drafts],
    ['beforeCreate', {}],
  ])('%s leaves publishing open where Strapi did not run it: %j', (hook, options) =>
    expect(with_(hook, options)).toEqual([]),
  );
});

test('an action that a list names and a controller replaces has one stub', () => {
  const files = {
    ...definition,
    ...list(`{ ${find} }`, "{ method: 'PUT', path: '/orders/:documentId', handler: 'order.update' }"),
    'src/api/order/controllers/order.js':
      "module.exports = createCoreController('api::order.order', () => ({ find(ctx) { own(ctx); }, update(ctx) { own(ctx); } }));",
  };
  const found = stubs(files).filter((each) => each.startsWith('501') && !each.includes('actions'));
  expect(found).toEqual(['501 GET /orders', '501 PUT /orders/:documentId']);
});

test('a list and a core router that name one action both guard it', () => {
  const files = (controller: Readonly<Record<string, string>>) => ({
    ...definition,
    ...controller,
    'src/policies/one.js': 'module.exports = () => read();',
    'src/policies/other.js': 'module.exports = () => read();',
    'src/api/order/routes/own.js': `module.exports = { routes: [{ ${find}, config: { policies: ['global::one'] } }] };`,
    'src/api/order/routes/order.js':
      "module.exports = createCoreRouter('api::order.order', { config: { find: { policies: ['global::other'] } } });",
  });
  const guardsOf = (controller: Readonly<Record<string, string>>) =>
    translated(files(controller)).routes.flatMap(({ routes }) =>
      routes.map(({ guards }) => guards.map(({ id }) => id)),
    );
  const replaced = "module.exports = createCoreController('api::order.order', () => ({ find(ctx) { own(ctx); } }));";
  expect(guardsOf({})).toEqual([['global::one'], ['global::other']]);
  expect(guardsOf({ 'src/api/order/controllers/order.js': replaced })).toEqual([['global::one'], ['global::other']]);
  expect(stubs(files({ 'src/api/order/controllers/order.js': replaced }))).toEqual([
    '501 GET /orders',
    'next GET /orders',
  ]);
});

test('an action that a core router leaves out and a list names has its route', () => {
  const files = {
    ...definition,
    ...router("{ except: ['find', 'delete'] }"),
    'src/api/order/routes/own.js': `module.exports = { routes: [{ ${find} }] };`,
  };
  expect(stubs(files).filter((each) => !each.includes('actions'))).toEqual(['404 DELETE /orders/:documentId']);
});

test('createOrUpdate is an action of single types alone', () => {
  const service = {
    ...router(),
    'src/api/order/services/order.js':
      "module.exports = createCoreService('api::order.order', () => ({ createOrUpdate(row) { return strapi.x(row); } }));",
  };
  const effect = (kind: string) =>
    translated({ 'src/api/order/content-types/order/schema.json': schema({}, kind), ...service })
      .surveyor.findings.filter(({ kind: part }) => part === 'service')
      .map((finding) => effectOf(finding));
  expect([effect('collectionType'), effect('singleType')]).toEqual([['optional'], ['closed']]);
});
