/** Code is closed in every form in which Strapi accepts it, and not only in the form of its templates. */
import { describe, expect, test } from 'vitest';

import { translated } from '../../test/strapi-project.js';
import { effectOf } from './finding.js';

const schema = JSON.stringify({
  kind: 'collectionType',
  info: { singularName: 'order', pluralName: 'orders', displayName: 'Order' },
  attributes: { total: { type: 'decimal' } },
});

/** What the report says of the code of one content type, by its part. */
function outcomes(part: 'controllers' | 'services' | 'content-types/order', code: string): readonly string[] {
  return outcomesOf(`src/api/order/${part}/${part.startsWith('content-types') ? 'lifecycles' : 'order'}.js`, code);
}

function outcomesOf(file: string, code: string): readonly string[] {
  const files = {
    'src/api/order/content-types/order/schema.json': schema,
    [file]: code,
    'src/api/order/controllers/create.js': 'module.exports = { create: async (ctx) => ctx.forbidden() };',
  };
  const findings = translated(files).surveyor.findings.filter((finding) => finding.file === file);
  return findings.map((finding) => (finding.outcome === 'hand' ? effectOf(finding) : finding.outcome));
}

const core = (kind: 'Controller' | 'Service', made: string) =>
  `const { createCore${kind} } = require('@strapi/strapi').factories;
module.exports = createCore${kind}('api::order.order', ${made});`;

/** Forms of `{ create: … }`, where `create` is code. */
const FORMS: Readonly<Record<string, (kind: 'Controller' | 'Service') => string>> = {
  'a method': (kind) => core(kind, '() => ({ async create(ctx) { return price(ctx); } })'),
  'a function inside of the factory': (kind) =>
    core(kind, '({ strapi }) => { const create = async (ctx) => price(ctx); return { create }; }'),
  'a declaration inside of the factory': (kind) =>
    core(kind, '({ strapi }) => { return { create: made }; async function made(ctx) { return price(ctx); } }'),
  'an object inside of the factory': (kind) =>
    core(kind, '({ strapi }) => { const own = { create: async (ctx) => price(ctx) }; return own; }'),
  'a function of another file': (kind) =>
    `const { create } = require('./create');\n${core(kind, '() => ({ create })')}`,
  'a function that a call makes': (kind) => core(kind, '() => ({ create: inTransaction(async (ctx) => price(ctx)) })'),
  'a member of an object': (kind) => core(kind, '() => ({ create: pricing.create })'),
  'a bound function': (kind) => core(kind, '() => ({ create: price.bind(null) })'),
  'one of two functions': (kind) => core(kind, '() => ({ create: process.env.SHOP ? price : undefined })'),
  'assigned later': (kind) => `const own = {};\nown.create = async (ctx) => price(ctx);\n${core(kind, 'own')}`,
  'assigned inside of the factory': (kind) =>
    core(kind, '() => { const own = {}; own["create"] = async (ctx) => price(ctx); return own; }'),
  'assigned by Object.assign': (kind) => `const own = {};\nObject.assign(own, pricing);\n${core(kind, '() => own')}`,
  'defined by Object.defineProperty': (kind) =>
    `const own = {};\nObject.defineProperty(own, 'create', { value: price });\n${core(kind, '() => own')}`,
  'replaced later': (kind) => `let own = {};\nif (process.env.SHOP) own = pricing;\n${core(kind, '() => own')}`,
  'in one of two returns': (kind) =>
    core(kind, '() => { if (process.env.SHOP) { return { create: price }; } return {}; }'),
  'in one branch of a condition': (kind) => core(kind, '() => (process.env.SHOP ? pricing : {})'),
  'a getter': (kind) => core(kind, '() => ({ get create() { return price; } })'),
  'the export itself': () => 'module.exports = { create: inTransaction(price) };',
  'an assigned export': () => 'exports.create = inTransaction(price);',
  'an export with quotes': () => "module.exports['create'] = price;",
  'an export under a condition': () => 'if (process.env.SHOP) module.exports.create = price;',
  'an export with a computed name': () => "for (const name of ['create']) exports[name] = price;",
  'assigned to the exports': () => 'Object.assign(module.exports, pricing);',
  'one of two names for a function': () => 'exports.create = exports.find = price;',
  'an export that is changed later': () => 'const own = {};\nmodule.exports = own;\nown.create = price;',
  'an export that another file made': () => "export * from './create';",
  'a name that another file exports': () => "export { create } from './create';",
  'a class': (kind) => core(kind, 'class { create(ctx) { return price(ctx); } }'),
};

describe.each(['Controller', 'Service'] as const)('create of a %s', (kind) => {
  test.each(Object.entries(FORMS))('that is %s is closed', (_, code) => {
    const found = outcomes(kind === 'Controller' ? 'controllers' : 'services', code(kind));
    expect(found).toContain('closed');
    expect(found).not.toContain('works');
  });

  test.each(['', '{}', '() => ({})', '({ strapi }) => { const limit = 3; return {}; }'])(
    'that is not there leaves the type open: %s',
    (made) => {
      const found = outcomes(kind === 'Controller' ? 'controllers' : 'services', core(kind, made));
      expect(found).toEqual(['works']);
    },
  );
});

describe('a lifecycle', () => {
  test.each([
    'module.exports = { beforeCreate };\nasync function beforeCreate(event) { event.params.data.total = 1; }',
    'const own = {};\nown.beforeCreate = price;\nmodule.exports = own;',
    'module.exports = { beforeCreate: inTransaction(price) };',
    'module.exports = makeLifecycles();',
    'module.exports = process.env.SHOP ? { beforeCreate: price } : {};',
    "export { beforeCreate } from './price';",
    'const own = { beforeCreate: price };\nexport { own as default };',
    'exports.beforeCreate = price;',
    'module.exports = class { beforeCreate(event) { event.params.data.total = 1; } };',
    'module.exports = (() => { if (process.env.SHOP) return { beforeCreate: price }; return {}; })();',
  ])('of any form closes its writes: %s', (code) => {
    expect(outcomes('content-types/order', code)).toContain('closed');
  });
});

describe('code that changes a part of Strapi when it starts', () => {
  const register = (code: string) =>
    outcomesOf('src/index.js', `module.exports = { register({ strapi }) { ${code} } };`);

  test.each([
    'strapi.documents.use(price);',
    "strapi['documents'].use(price);",
    'const { documents } = strapi; documents.use(price);',
    'const documents = strapi.documents; documents.use(price);',
    'const app = strapi; app.documents.use(price);',
    'const { db: { lifecycles } } = strapi; lifecycles.subscribe(price);',
    'const { db } = strapi; db.lifecycles.subscribe({ beforeCreate: price });',
    'const app = strapi.server.app; app.use(guard);',
    "strapi.get('server').use(guard);",
    'const { server: http } = strapi; http.use(guard);',
    "const orders = strapi.service('api::order.order'); orders.create = price;",
    "const orders = strapi.controllers['api::order.order']; orders['create'] = price;",
    "const { user } = strapi.plugin('users-permissions').controllers; user.me = hidden;",
    "Object.assign(strapi.plugin('users-permissions').controllers.user, { me: hidden });",
    "strapi.sanitizers.add('content-api.output', hidden);",
    "strapi.get('controllers').set('api::order.order', pricing);",
    "strapi.get('policies').set('global::own', guard);",
    'strapi.contentAPI.sanitize.output = hidden;',
  ])('closes what it changes, by whatever name: %s', (code) => expect(register(code)).toContain('closed'));

  test.each([
    "const order = await strapi.documents('api::order.order').findOne({}); order.total = 1;",
    "const settings = strapi.config.get('plugin.x'); settings.limit = 3;",
    "const { results } = await strapi.entityService.findPage('api::order.order'); results.total = 1;",
    'const app = express(); app.use(guard);',
    "const order = await strapi.db.query('api::order.order').findOne({}); Object.assign(order, { total: 1 });",
  ])('closes nothing if it changes only data: %s', (code) => expect(register(code)).toEqual(['differs']));
});

test('code of a plugin without routes closes nothing', () => {
  const code = "module.exports = { register({ strapi }) { strapi.plugin('graphql').service('extension').use({}); } };";
  expect(outcomesOf('src/index.js', code).toSorted()).toEqual(['differs', 'optional']);
});

test.each(['api', 'server', 'plugins', 'cron-tasks'])(
  'settings that only a run would show are no empty ones: %s',
  (name) => {
    const codes = [
      'module.exports = ({ env }) => { if (env("A")) return { rest: { maxLimit: 1 } }; return {}; };',
      'const own = {};\nown.rest = { maxLimit: 1 };\nmodule.exports = own;',
      'module.exports = settings();',
    ];
    expect(codes.map((code) => outcomesOf(`config/${name}.js`, code))).toEqual(codes.map(() => ['differs']));
  },
);
