/** Laws of the survey: no project is too strange to read, and no file is forgotten. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadCompiler } from 'content-gen/tools';

import { times } from '../../../runtime/test/harness/suite.js';
import { strapiProject } from '../../test/strapi-project.js';
import { bytesOf, secondsOf } from './config/duration.js';
import { evaluateModule } from './sources/evaluate.js';
import { dataOf } from './sources/literal.js';
import { parseModule } from './sources/module.js';
import { quote } from './stubs/quote.js';
import { planMove, translate } from './move.js';

const { ts: tsc } = loadCompiler('.');

const projectOf = (files: ReadonlyMap<string, string>) => strapiProject(Object.fromEntries(files));

const word = fc.constantFrom('article', 'tag', 'page-one', 'x', 'index', '2d');
const end = fc.constantFrom('.ts', '.js', '.json', '.tsx', '.md', '.d.ts', '');
const folder = fc.constantFrom(
  ...[
    'src',
    'src/api',
    'src/policies',
    'src/middlewares',
    'src/plugins/p/server',
    'src/plugins/p',
    'src/admin',
    'src/utils',
  ],
  ...[
    'src/extensions/upload',
    'src/extensions/users-permissions/content-types/user',
    'src/components/shared',
    'config',
    'config/env/production',
  ],
  ...[
    'controllers',
    'services',
    'routes',
    'policies',
    'middlewares',
    'content-types/article',
    'documentation/1.0.0',
  ].map((each) => `src/api/article/${each}`),
);
const name = fc.oneof(
  fc.tuple(word, end).map(([stem, extension]) => `${stem}${extension}`),
  fc.constantFrom(
    'schema.json',
    'lifecycles.ts',
    'lifecycles.js',
    'index.ts',
    'api.ts',
    'plugins.js',
    'middlewares.ts',
    'server.ts',
    'cron-tasks.ts',
    'database.js',
    '.gitkeep',
    'strapi-server.ts',
  ),
);
const code = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'export default {};',
    'module.exports = { routes: [] };',
    "export default { routes: [{ method: 'GET', path: '/x', handler: 'article.find', config: { auth: false, policies: ['y'] } }] };",
    'module.exports = { routes: [...other, { method, path: `/${a}`, handler: () => 1 }] };',
    "export default factories.createCoreRouter('api::article.article', { only: ['find'], config: { find: { middlewares: ['x'] } } });",
    "const { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = createCoreController('api::article.article', ({ strapi }) => ({ find(ctx) {}, ...more, [computed]: 1 }));",
    'export default ({ env }) => { const a = env.int("A", 1); return { rest: { maxLimit: a, defaultLimit: b }, ...spread(), upload: { config: { provider: env("P") } } }; };',
    'export default (config, { strapi }) => async (ctx, next) => { ctx.query.populate = { a: true }; await next(); };',
    'export async function beforeCreate(event) {}\nexport const afterUpdate = () => {};',
    'strapi.documents.use(x); strapi.db?.lifecycles.subscribe(y);',
    'export { a as default } from "./a"; export * from "./b"; const self = self; export default self;',
    '{ "kind": "collectionType", "info": { "singularName": "article", "pluralName": "articles" }, "attributes": { "a": { "type": "string", "customField": "plugin::a.b", "conditions": {} } } }',
    '{ "info": [], "attributes": null }',
    "module.exports = [{ name: 'strapi::cors', config: { headers: ['Accept', 'X-Shop', g()], expose: 'X-Total, X-Page' } }];",
    "module.exports = ['strapi::cors', { name: 'strapi::body', config: { jsonLimit: '1mb' } }, 'global::x', f()];",
  ),
);
const files = fc
  .array(fc.tuple(folder, name, code), { maxLength: 12 })
  .map((entries) => new Map(entries.map(([where, file, text]) => [`${where}/${file}`, text])))
  // A path cannot be a file and a folder.
  .filter((map) => [...map.keys()].every((path) => ![...map.keys()].some((other) => other.startsWith(`${path}/`))));

describe('the survey', () => {
  test('names every file under src and config, whatever is in it', () => {
    fc.assert(
      fc.property(files, (project) => {
        const { surveyor } = translate(projectOf(project), undefined);
        const named = new Set(surveyor.findings.map(({ file }) => file));
        expect([...project.keys()].filter((file) => !named.has(file))).toEqual([]);
        for (const { file, line } of surveyor.findings) {
          const lines = (project.get(file) ?? '').split('\n').length;
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: times(100) },
    );
  });
});

const schema = JSON.stringify({
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles' },
  attributes: {},
});
const base = [
  ['src/api/article/content-types/article/schema.json', schema],
  [
    'src/api/article/routes/article.ts',
    "export default factories.createCoreRouter('api::article.article', { config: { find: { middlewares: ['api::article.m'] }, findOne: { middlewares: ['api::article.m'] } } });",
  ],
] as const;

describe('a default populate', () => {
  const middleware = (body: string) =>
    translate(projectOf(new Map([...base, ['src/api/article/middlewares/m.ts', body]])), undefined).proposal.api
      .populate;

  test.each([
    [
      'const populate = { a: true };\nexport default (config, { strapi }) => async (ctx, next) => { ctx.query.populate = populate; strapi.log.info("x"); await next(); };',
      { always: { a: true } },
    ],
    [
      'module.exports = () => { return async (ctx, next) => { if (!ctx.query.populate) { ctx.query.populate = { a: true }; } return next(); }; };',
      { a: true },
    ],
    ['export default () => (ctx, next) => { ctx.query.populate ??= { a: true }; return next(); };', { a: true }],
    [
      'export default () => (ctx, next) => { ctx.query.populate = ctx.query.populate || { a: true }; return next(); };',
      { a: true },
    ],
  ])('becomes a setting, which a request changes only where the code let it: %s', (body, article) =>
    expect(middleware(body)).toEqual({ article }),
  );

  test('of lists alone leaves documents alone', () => {
    const router =
      "module.exports = createCoreRouter('api::article.article', { config: { find: { middlewares: ['m'] } } });";
    const m = "module.exports = () => (ctx, next) => { ctx.query.populate = ['a']; return next(); };";
    const files = [
      base[0],
      ['src/api/article/routes/article.js', router],
      ['src/api/article/middlewares/m.js', m],
    ] as const;
    const { proposal } = translate(projectOf(new Map(files)), undefined);
    expect(proposal.api.populate).toEqual({ article: { find: { always: ['a'] } } });
  });

  test.each([
    "export default () => async (ctx, next) => { if (ctx.request.url.includes('x')) ctx.query.populate = { a: true }; await next(); };",
    'export default () => async (ctx, next) => { ctx.query.populate = deep(ctx); await next(); };',
    'export default () => async (ctx, next) => { ctx.query.populate = { a: true }; ctx.query.sort = "x"; await next(); };',
    'export default () => async (ctx, next) => { ctx.query.populate = { a: true }; await next(); ctx.set("a", "b"); };',
    'export default () => async (ctx, next) => { if (!ctx.state.user) return; ctx.query.populate = { a: true }; await next(); };',
    'export default () => async (ctx, next) => { ctx.query.populate = { a: true }; if (ctx.state.user) await next(); };',
    'export default () => async (ctx, next) => { ctx.query.populate = { a: true, ...more }; await next(); };',
  ])('does not if it depends on the request, or is not all: %s', (body) => expect(middleware(body)).toBeUndefined());

  const controller = (body: string) => {
    const code = `export default factories.createCoreController('api::article.article', () => ({ async find(ctx) { ${body} } }));`;
    return translate(projectOf(new Map([...base, ['src/api/article/controllers/article.ts', code]])), undefined);
  };

  test('in a controller becomes a setting, if nothing else changes the answer', () => {
    const plain = controller("ctx.query.populate = ['a']; const result = await super.find(ctx); return result;");
    expect(plain.proposal.api.populate).toEqual({ article: { find: { always: ['a'] } } });
    const controllers = plain.surveyor.findings.filter(({ kind }) => kind === 'controller');
    expect(controllers.map(({ outcome }) => outcome)).toEqual(['translated']);
    const changed = controller("ctx.query.populate = ['a']; const { data } = await super.find(ctx); return { data };");
    expect(changed.proposal.api.populate).toBeUndefined();
    const other = controller(
      "ctx.query.populate = ['a']; await super.find(ctx); const shown = { data: [] }; return shown;",
    );
    expect(other.proposal.api.populate).toBeUndefined();
    expect(changed.surveyor.findings).toContainEqual(expect.objectContaining({ kind: 'controller', outcome: 'hand' }));
  });
});

test('routes that a function of the project joins are found', () => {
  const joined = `const extra = [{ method: 'GET', path: '/articles/mine', handler: 'article.mine' }];
const own = factories.createCoreRouter('api::article.article', { only: ['find'] });
export default customRouter(own, extra);`;
  const { surveyor } = translate(projectOf(new Map([...base, ['src/api/article/routes/more.ts', joined]])), undefined);
  const names = surveyor.findings.filter(({ file }) => file.endsWith('more.ts')).map(({ name: found }) => found);
  expect(names).toEqual(expect.arrayContaining(['GET /articles/mine', 'core routes of api::article.article']));
});

test.each([
  ['src/api/article/controllers/article.js', "module.exports = { ...require('./more') };", "...require('./more')"],
  ['src/api/article/services/article.js', 'module.exports = { [name]() {}, known() {} };', '[name]'],
  ['src/api/article/services/mail.ts', 'export class Mailer { send() { strapi.log.info("sent"); } }', 'mail.Mailer'],
  [
    'src/api/article/content-types/article/lifecycles.js',
    'module.exports = { ...shared, beforeCreate() {} };',
    '...shared',
  ],
  [
    'config/cron-tasks.ts',
    "export default { [process.env.NAME]: { task() {}, options: '* * * * *' } };",
    '[process.env.NAME]',
  ],
])('a part with a computed name is reported: %s', (file, code, name) => {
  const { findings } = translate(projectOf(new Map([[file, code]])), undefined).surveyor;
  expect(findings).toContainEqual(expect.objectContaining({ outcome: 'hand', file, name }));
});

test.each([
  ['src/index.ts', "export { register, bootstrap } from './start';", 'bootstrap', 'start'],
  ['src/index.ts', "export * from './start';", "...'./start'", 'start'],
  ['src/index.ts', "import start from './start';\nexport default start;", 'src/index', 'start'],
  [
    'src/api/article/services/mail.ts',
    'const send = () => strapi.log.info("sent");\nexport { send as mail };',
    'mail.mail',
    'service',
  ],
  ['src/plugins/reviews/server/content-types/review/schema.json', '{}', 'content type of reviews', 'plugin'],
  ['src/plugins/reviews/strapi-server.js', "module.exports = require('./server');", 'server of reviews', 'plugin'],
  ['scripts/seed.js', "require('@strapi/strapi').createStrapi();", 'module that uses strapi', 'other'],
  ['server.js', "require('@strapi/strapi').createStrapi();", 'module that uses strapi', 'other'],
  ['patches/@strapi+strapi+5.31.0.patch', 'diff --git a/x b/x', 'a patch of a package', 'other'],
])('code that only a run or another file shows is reported: %s, %s', (file, code, name, kind) => {
  const { findings } = translate(projectOf(new Map([[file, code]])), undefined).surveyor;
  expect(findings).toContainEqual(expect.objectContaining({ outcome: 'hand', kind, file, name }));
});

test('a route whose policy or middleware has no stub is closed, not open', () => {
  const router =
    "export default createCoreRouter('api::article.article', { config: { delete: { policies: [(ctx) => true] }, find: { policies: ['plugin::x.y'] }, create: { middlewares: ['plugin::x.z'] }, update: { policies: names() } } });";
  const files = new Map([base[0], ['src/api/article/routes/article.ts', router]]);
  const { routes } = translate(projectOf(files), undefined);
  const closed = routes.flatMap((file) =>
    file.routes.map(({ path, isGenerated, problem }) => [path, isGenerated, problem]),
  );
  const place = 'a function in line 1 of';
  expect(closed).toEqual([
    ['/articles', false, 'plugin::x.y of article.find is not ported yet'],
    ['/articles', false, 'plugin::x.z of article.create is not ported yet'],
    [
      '/articles/:documentId',
      false,
      'settings in line 1 that only a run would show of article.update is not ported yet',
    ],
    ['/articles/:documentId', false, `${place} article.delete is not ported yet`],
    ['/articles/actions/bulk', false, expect.stringContaining('would go around POST /articles')],
    ['/articles/:documentId/actions/:action{(?:publish|unpublish|discard)}', false, expect.any(String)],
  ]);
});

/** What closes the actions of articles, the paths of plugins and the whole server. */
function closedBy(files: Readonly<Record<string, string>>): readonly string[] {
  const { routes, guards, hooks, surveyor } = translate(
    projectOf(new Map([base[0], ...Object.entries(files)])),
    undefined,
  );
  const isClosing = (guard: (typeof guards.all)[number]) => !guard.isTransparent && !guard.asksForUser;
  const closed = [
    ...routes.flatMap((file) =>
      file.routes
        .filter((route) => !route.isGenerated || route.guards.some(isClosing))
        .map(({ method, path }) => `${method} ${path.replace(/\{.*/, '')}`)
        .filter((route) => !route.includes('/actions/')),
    ),
    ...guards.all.flatMap(({ reach }) => (reach?.of === 'paths' ? reach.paths : [])),
    ...(guards.global.some(isClosing) ? ['everything'] : []),
    ...hooks.filter(({ isTransparent }) => !isTransparent).map(({ hook }) => hook),
  ];
  const named = surveyor.findings.filter(({ outcome, effect }) => outcome === 'hand' && effect === 'closed');
  // What is closed is in the list.
  if (closed.length > 0) expect(named).not.toEqual([]);
  return closed.toSorted();
}

const one = '/articles/:documentId';
const everyRoute = ['DELETE', 'GET', 'PUT']
  .map((method) => `${method} ${one}`)
  .concat('GET /articles', 'POST /articles')
  .toSorted();
const controllers = 'src/api/article/controllers/article.js';
const services = 'src/api/article/services/article.js';
const lifecycles = 'src/api/article/content-types/article/lifecycles.js';
const router = 'src/api/article/routes/article.js';
const core = (kind: string, extension: string) =>
  `module.exports = createCore${kind}('api::article.article', ${extension});`;

describe('code that is not ported closes its routes', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'an action',
      { [controllers]: core('Controller', '() => ({ async create(ctx) { return super.create(ctx); } })') },
      ['POST /articles'],
    ],
    [
      'a method that all actions call',
      { [controllers]: core('Controller', '() => ({ sanitizeOutput(data) { return {}; } })') },
      everyRoute,
    ],
    ['actions of another file', { [controllers]: core('Controller', "() => ({ ...require('./more') })") }, everyRoute],
    ['a controller of a form of its own', { [controllers]: 'module.exports = makeController("article");' }, everyRoute],
    [
      'a service',
      { [services]: core('Service', '() => ({ async create(params) { return super.create(params); } })') },
      ['POST /articles'],
    ],
    ['a service of a form of its own', { [services]: 'module.exports = makeService("article");' }, everyRoute],
    ['a service that no action calls', { [services]: core('Service', '() => ({ sendDigest() { x(); } })') }, []],
    [
      'a lifecycle',
      { [lifecycles]: 'module.exports = { beforeCreate(event) { event.params.data.total = 1; } };' },
      ['beforeCreate'],
    ],
    [
      'a lifecycle of reads',
      { [lifecycles]: 'module.exports = { afterFindOne(event) { event.result.x = 1; } };' },
      ['GET /articles', `GET ${one}`],
    ],
    ['lifecycles of another file', { [lifecycles]: "module.exports = require('./shared');" }, everyRoute],
    [
      'a lifecycle that only logs',
      { [lifecycles]: 'module.exports = { afterCreate() { strapi.log.info("x"); } };' },
      [],
    ],
    ['an unknown router', { [router]: 'module.exports = makeRouter();' }, everyRoute],
    ['computed settings', { [router]: core('Router', '{ config: settings() }') }, everyRoute],
    [
      'a function around a router',
      {
        [router]:
          "const guarded = (inner) => ({ routes: inner.routes.map((each) => ({ ...each, config: { policies: ['x'] } })) });\nmodule.exports = guarded(createCoreRouter('api::article.article'));",
      },
      everyRoute,
    ],
    [
      'a function that joins routes',
      {
        [router]:
          "const join = (inner, more) => ({ get routes() { return inner.routes.concat(more); } });\nmodule.exports = join(createCoreRouter('api::article.article'), []);",
      },
      [],
    ],
    [
      'a Document Service middleware',
      {
        'src/index.js':
          'module.exports = { register({ strapi }) { strapi.documents.use((context, next) => next()); } };',
      },
      ['everything'],
    ],
    [
      'one of a type',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use((context, next) => { if (context.uid !== 'api::article.article') return next(); return check(context, next); }); } };",
      },
      everyRoute,
    ],
    [
      'one of an action of a type',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { if (context.uid !== 'api::article.article' || context.action !== 'create') { return next(); } return check(context, next); }); } };",
      },
      everyRoute,
    ],
    [
      'one that asks for a type among other things',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use((context, next) => { if (isOpen(x || context.uid !== 'api::article.article' || y)) return next(); return check(context, next); }); } };",
      },
      ['everything'],
    ],
    [
      'one of a type in a constant',
      {
        'src/index.js':
          "const ARTICLE = 'api::article.article'; module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { const { uid, action } = context; if (uid !== ARTICLE || action !== 'create') return next(); return check(context, next); }); } };",
      },
      everyRoute,
    ],
    [
      'one of a list of types',
      {
        'src/index.js':
          "const TYPES = new Set(['api::article.article', 'api::tag.tag']); module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { if (TYPES.has(context.uid) && isNew(context)) { check(context); } return next(); }); } };",
      },
      everyRoute,
    ],
    [
      'one that acts after the write',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { const result = await next(); if (context.uid === 'api::article.article') { await tell(result); } return result; }); } };",
      },
      everyRoute,
    ],
    [
      'one that also acts on other types',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { const result = await next(); if (context.uid === 'api::article.article') { await tell(result); } await log(result); return result; }); } };",
      },
      ['everything'],
    ],
    [
      'one that acts before it asks for the type',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { const seen = check(context); if (context.uid !== 'api::article.article') return next(); return seen; }); } };",
      },
      ['everything'],
    ],
    [
      'one of another type or of any',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.documents.use(async (context, next) => { if (context.uid === 'api::article.article' || isNew(context)) { check(context); } return next(); }); } };",
      },
      ['everything'],
    ],
    [
      'a subscriber',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ models: ['api::article.article'], beforeCreate() {} }); } };",
      },
      everyRoute,
    ],
    [
      'a subscriber of users',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ models: ['plugin::users-permissions.user'], beforeCreate() {} }); } };",
      },
      ['/auth/*', '/connect/*', '/users-permissions/*', '/users/*'],
    ],
    [
      'a subscriber of users and articles',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ models: ['plugin::users-permissions.user', 'api::article.article'], beforeCreate() {} }); } };",
      },
      ['everything'],
    ],
    [
      'a subscriber of all types that leaves others alone',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ async beforeCreate(event) { if (event.model.uid !== 'api::article.article') return; await check(event); }, afterDelete(event) { const { model } = event; if (model.uid === 'api::article.article' && event.result) { tell(event); } } }); } };",
      },
      everyRoute,
    ],
    [
      'a subscriber that is a function',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe(async (event) => { if (event.model.uid === 'api::article.article') { await check(event); } }); } };",
      },
      everyRoute,
    ],
    [
      'a subscriber with a handler for all types',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ beforeCreate(event) { if (event.model.uid !== 'api::article.article') return; check(event); }, beforeUpdate(event) { check(event); } }); } };",
      },
      ['everything'],
    ],
    [
      'a subscriber that only skips a part',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ beforeCreate(event) { if (event.model.uid !== 'api::article.article') { log(event); } else return; check(event); } }); } };",
      },
      ['everything'],
    ],
    [
      'a subscriber of users among all types',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ beforeCreate(event) { if (event.model.uid !== 'plugin::users-permissions.user') return; check(event); } }); } };",
      },
      ['everything'],
    ],
    [
      'a middleware of the server',
      { 'src/plugins/p/server/register.js': 'module.exports = ({ strapi }) => strapi.server.use(only);' },
      ['everything'],
    ],
    [
      'a replaced service',
      {
        'src/index.js':
          "module.exports = { bootstrap({ strapi }) { strapi.service('api::article.article').create = make; } };",
      },
      everyRoute,
    ],
    [
      'a policy that is put into a route of users',
      {
        'src/index.js':
          "module.exports = { register({ strapi }) { strapi.plugins['users-permissions'].routes['content-api'].routes.push({}); } };",
      },
      ['/auth/*', '/connect/*', '/users-permissions/*', '/users/*'],
    ],
    [
      'a replaced action of users',
      {
        'src/extensions/users-permissions/strapi-server.js':
          'module.exports = (plugin) => { plugin.controllers.user.me = me; return plugin; };',
      },
      ['/users/me'],
    ],
    [
      'a replaced controller of users',
      {
        'src/extensions/users-permissions/strapi-server.js':
          'module.exports = (plugin) => { const raw = plugin.controllers.auth({ strapi }); plugin.controllers.auth = () => ({ ...raw, callback }); return plugin; };',
      },
      ['/auth/*', '/connect/*'],
    ],
    [
      'policies of the routes of users',
      {
        'src/extensions/users-permissions/strapi-server.js':
          "module.exports = (plugin) => { for (const route of plugin.routes['content-api'].routes) route.config.policies = ['global::x']; return plugin; };",
      },
      ['/auth/*', '/connect/*', '/users-permissions/*', '/users/*'],
    ],
    [
      'a plugin given away',
      { 'src/extensions/upload/strapi-server.js': 'module.exports = (plugin) => extend(plugin);' },
      ['/upload/*'],
    ],
    [
      'a middleware around every request',
      {
        'config/middlewares.js': "module.exports = ['global::only'];",
        'src/middlewares/only.js': 'module.exports = () => async (ctx, next) => { if (ctx.ip === "1") await next(); };',
      },
      ['everything'],
    ],
    ['one of a plugin', { 'config/middlewares.js': "module.exports = ['plugin::gate.check'];" }, ['everything']],
    [
      'one that only logs',
      {
        'config/middlewares.js': "module.exports = ['global::log'];",
        'src/middlewares/log.js':
          'module.exports = (config, { strapi }) => async (ctx, next) => { const start = Date.now(); await next(); strapi.log.info("x"); ctx.set("X-Time", `${Date.now() - start}`); };',
      },
      [],
    ],
  ])('%s', (_, files, closed) => expect(closedBy(files)).toEqual(closed.toSorted()));

  test('the report begins with what is closed', async () => {
    const root = projectOf(new Map([base[0], [controllers, core('Controller', '() => ({ create(ctx) {} })')]]));
    const plan = await planMove({ project: root, into: root });
    if (!plan.ok) throw new Error(JSON.stringify(plan.diagnostics));
    const report = plan.value.files.find(({ path }) => path === 'MOVING.md')?.content ?? '';
    const titles = [...report.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles.slice(0, 3)).toEqual(['Closed until ported', 'Answers differ', 'Optional']);
    expect(report.split('## Answers differ')[0]).toContain('api::article.article.create');
  });
});

test.each([
  ['ctx.query = { ...ctx.query, populate: { a: true } }; await next();', { always: { a: true } }],
  ["const populate = ['a']; ctx.query = { populate, ...ctx.query }; await next();", ['a']],
  ["ctx.query = { ...ctx.query, populate: ['a'], filters: { b: 1 } }; await next();", undefined],
  ["ctx.query = { populate: ['a'] }; await next();", undefined],
])('a middleware that copies the query is a default populate: %s', (code, populate) => {
  const middleware = `export default () => async (ctx, next) => { ${code} };`;
  const files = new Map([...base, ['src/api/article/middlewares/m.ts', middleware]]);
  const { proposal } = translate(projectOf(files), undefined);
  expect(proposal.api.populate).toEqual(populate === undefined ? undefined : { article: populate });
});

test('a default populate that names no attribute is not proposed, because check would refuse it', async () => {
  const middleware =
    'export default () => async (ctx, next) => { ctx.query.populate = { gone: true }; await next(); };';
  const root = projectOf(new Map([...base, ['src/api/article/middlewares/m.ts', middleware]]));
  const plan = await planMove({ project: root, into: root });
  if (!plan.ok) throw new Error(JSON.stringify(plan.diagnostics));
  const config = plan.value.files.find(({ path }) => path === 'content-gen.config.ts');
  expect(config?.content).not.toContain('gone');
  expect(plan.value.findings).toContainEqual(
    expect.objectContaining({ outcome: 'hand', name: 'default populate of article' }),
  );
});

test('another project below the folder, and the settings of tools, are no part of the project', () => {
  const files = new Map([
    ['website/package.json', '{}'],
    ['website/strapi.ts', 'strapi.find();'],
    ['vite.config.ts', 'export default {};'],
    ['lib/price.ts', 'export const vat = 19;'],
  ]);
  const { findings } = translate(projectOf(files), undefined).surveyor;
  expect(findings.map(({ file, outcome }) => `${file} ${outcome}`)).toEqual(['lib/price.ts works']);
});

test.each([
  [
    "'api::article.article', { routes: [{ method: 'GET', path: '/articles/x' }] }",
    'unused',
    'routes of the core routes',
  ],
  ["'api::article.article', ({ strapi }) => ({ routes: [] })", 'hand', 'options of the core routes'],
])('an option of a core router that has no effect is reported: %s', (options, outcome, name) => {
  const files = { 'src/api/article/routes/article.js': `module.exports = createCoreRouter(${options});` };
  const { findings } = translate(projectOf(new Map(Object.entries(files))), undefined).surveyor;
  expect(findings).toContainEqual(expect.objectContaining({ outcome, name: expect.stringContaining(name), line: 1 }));
});

test.each([
  ['(ctx) => !!ctx.state.user', true],
  [
    '(policyContext, config, { strapi }) => { console.log("x", policyContext); if (policyContext.state.user) { return true; }\n return false; }',
    true,
  ],
  ['(ctx) => { if (!ctx.state.user) return false; return true; }', true],
  ['(ctx) => { if (ctx.state.user) {} return true; }', false],
  ['(ctx) => ctx.state.user.role.name === "admin"', false],
  ['(ctx, { role }) => { if (!ctx.state.user) return false; return ctx.state.user.role.type === role; }', false],
])('the policy %s asks for a user: %s', (code, asks) => {
  const project = new Map([['src/policies/p.js', `module.exports = ${code};`]]);
  expect(translate(projectOf(project), undefined).guards.find('global::p')?.asksForUser).toBe(asks);
});

describe('the evaluation of a config file', () => {
  test('gives the value of any data', () => {
    fc.assert(
      fc.property(fc.object({ values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        fc.pre(!JSON.stringify(plain).includes('__proto__'));
        for (const text of [
          `export default ${JSON.stringify(plain)};`,
          `module.exports = ({ env }) => (${JSON.stringify(plain)});`,
        ]) {
          const literal = evaluateModule(parseModule(tsc, 'config/api.ts', text), {});
          expect(literal && dataOf(literal)).toEqual(plain);
        }
      }),
    );
  });

  test.each([
    ["env('A', 'x')", {}, 'x'],
    ["env('A', 'x')", { A: 'y' }, 'y'],
    ["env.int('A', 5)", { A: '7' }, 7],
    ["env.bool('A', true)", { A: 'false' }, false],
    ["env.array('A', ['x'])", { A: 'a, b' }, ['a', 'b']],
    ["process.env.A || 'x'", {}, 'x'],
    ["process.env.A ?? 'x'", { A: 'y' }, 'y'],
    ['200 * 1024 * 1024', {}, 209_715_200],
    ['compute()', {}, undefined],
    ['`a${b}`', {}, undefined],
  ])('%s with %o', (expression, environment, value) => {
    const literal = evaluateModule(
      parseModule(tsc, 'config/a.ts', `export default ({ env }) => ({ key: ${expression} });`),
      environment,
    );
    expect(literal && dataOf(literal)).toEqual(value === undefined ? undefined : { key: value });
  });
});

test.each([
  ['30d', 2_592_000],
  ['12h', 43_200],
  ['2 days', 172_800],
  [3600, 3600],
  ['60000', 60],
  ['soon', undefined],
])('the duration %s is %s seconds', (written, seconds) => expect(secondsOf(written)).toBe(seconds));

test.each([
  ['1mb', 1_048_576],
  ['256kb', 262_144],
  [5, 5],
  ['10', 10],
  ['much', undefined],
])('the size %s is %s bytes', (written, bytes) => expect(bytesOf(written)).toBe(bytes));

test('no code ends the comment that quotes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const quoted = quote({ file: 'a.ts', line: 1, code: `${text}\nprocess.exit()` });
      for (const line of quoted.split(/[\n\r\u2028\u2029]/)) expect(line).toMatch(/^\/\//);
    }),
  );
});

test.each([
  ["headers: ['Accept', 'Content-Type']", undefined],
  ["headers: ['Accept', 'X-Shop'], expose: 'X-Total, X-Page'", { headers: ['X-Shop'], expose: ['X-Total', 'X-Page'] }],
  ["headers: '*', credentials: false", { origins: 'reflect', credentials: false, headers: '*' }],
  ["origin: ['https://a.example'], headers: compute()", { origins: ['https://a.example'], credentials: true }],
])('strapi::cors with %s', (config, cors) => {
  const text = `module.exports = [{ name: 'strapi::cors', config: { ${config} } }];`;
  const { proposal, surveyor } = translate(projectOf(new Map([['config/middlewares.js', text]])), undefined);
  expect(proposal.api.cors).toEqual(cors);
  const byHand = surveyor.findings.filter(({ outcome, name }) => outcome === 'hand' && name.includes('cors'));
  expect(byHand.map(({ name }) => name)).toEqual(config.includes('compute') ? ['strapi::cors headers'] : []);
});

test.each([
  ['', undefined, 'unused'],
  ['depth: 30', undefined, 'unused'],
  ['arrayLimit: 250', 250, 'translated'],
  ['arrayLimit: 5000', 1000, 'translated'],
])('strapi::query with {%s}', (config, arrayLimit, outcome) => {
  const text = `module.exports = [{ name: 'strapi::query', config: { ${config} } }];`;
  const { proposal, surveyor } = translate(projectOf(new Map([['config/middlewares.js', text]])), undefined);
  expect(proposal.api.rest?.arrayLimit).toBe(arrayLimit);
  const found = surveyor.findings.filter(({ name }) => name.startsWith('strapi::query'));
  expect(found.map((finding) => [finding.outcome, finding.note !== undefined])).toEqual([
    [outcome, arrayLimit === 1000],
  ]);
});

describe('translated is only what reached the config', () => {
  const s3 = (options: string) =>
    `upload: { config: { provider: 'aws-s3', providerOptions: { s3Options: ${options} } } }`;
  const packages = (...names: readonly string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((each) => [each, '5.31.0'])) });
  const moved = (files: Readonly<Record<string, string>>) => {
    const { proposal, surveyor } = translate(projectOf(new Map(Object.entries(files))), undefined);
    const outcomes = surveyor.findings.map(({ outcome, file, name }) => `${outcome} ${file} ${name}`);
    return { proposal, outcomes };
  };
  const known = `module.exports = ({ env }) => ({ ${s3("{ region: env('R', 'eu-1'), params: { Bucket: env('B', 'media') } }")} });`;

  test('a bucket of production', () => {
    const { proposal, outcomes } = moved({
      'package.json': packages('@strapi/provider-upload-aws-s3'),
      'config/plugins.js': "module.exports = { upload: { config: { provider: 'local', sizeLimit: 1000 } } };",
      'config/env/production/plugins.js': known,
    });
    expect(proposal.upload).toEqual({ sizeLimit: 1000, storage: { provider: 's3', bucket: 'media', region: 'eu-1' } });
    expect(outcomes).toContain('translated config/env/production/plugins.js upload: aws-s3');
    expect(outcomes).toContain('translated package.json @strapi/provider-upload-aws-s3');
  });

  test('settings of production without others below them', () => {
    expect(moved({ 'config/env/production/plugins.js': known }).proposal.upload.storage).toMatchObject({
      bucket: 'media',
    });
  });

  test('a bucket that only the environment names needs a hand, also its package', () => {
    const { proposal, outcomes } = moved({
      'package.json': packages('@strapi/provider-upload-aws-s3'),
      'config/plugins.js': `module.exports = ({ env }) => ({ ${s3("{ params: { Bucket: env('B') } }")} });`,
    });
    expect(proposal.upload.storage).toBeUndefined();
    expect(outcomes).toContain('hand config/plugins.js upload: aws-s3');
    expect(outcomes).toContain('hand package.json @strapi/provider-upload-aws-s3');
  });

  test.each([
    ['is on without a word in the config', '{}', true, 'translated'],
    ['is off if the config says so', '{ documentation: { enabled: false } }', undefined, 'unused'],
  ])('the documentation plugin %s', (_, plugins, openapi, outcome) => {
    const { proposal, outcomes } = moved({
      'package.json': packages('@strapi/plugin-documentation'),
      'config/plugins.js': `module.exports = ${plugins};`,
    });
    expect(proposal.openapi).toBe(openapi);
    expect(outcomes).toContain(`${outcome} package.json @strapi/plugin-documentation`);
  });

  test.each([
    ["upload: { config: { sizeLimit: env.int('SIZE') } }", 'upload.sizeLimit'],
    ["upload: { config: { security: { allowedTypes: ['image/*', 'x y'] } } }", 'upload.security.allowedTypes'],
    ["email: { config: { settings: { defaultFrom: env('FROM') } } }", 'email.settings.defaultFrom'],
    ["email: { config: { settings: { defaultReplyTo: 'a@b.example' } } }", 'email.settings.defaultReplyTo'],
    [s3("{ region: env('REGION'), params: { Bucket: 'media' } }"), 'upload.providerOptions.region'],
    ["email: { config: { provider: 'nodemailer' } }", 'email: nodemailer'],
  ])('%s needs a hand', (plugins, name) => {
    const { outcomes } = moved({ 'config/plugins.js': `module.exports = ({ env }) => ({ ${plugins} });` });
    expect(outcomes).toContain(`hand config/plugins.js ${name}`);
  });
});
