/** What the report says of code that real projects have is true. */
import { describe, expect, test } from 'vitest';

import { translated } from '../../test/strapi-project.js';
import { effectOf } from './finding.js';

const findingsOf = (files: Readonly<Record<string, string>>) => translated(files).surveyor.findings;

describe('routes that are not a plain list', () => {
  const route = "{ method: 'GET', path: '/shop/me', handler: 'shop.me', config: { auth: false } }";
  const controller = { 'src/api/shop/controllers/shop.ts': 'export default { async me(ctx) { ctx.body = 1; } };' };

  test.each([
    ['changed by a function', `[${route}].map((each) => ({ ...each, config: { policies: ['global::x'] } }))`, 'closed'],
    ['filtered', `[${route}].filter((each) => each.path !== process.env.OFF)`, 'closed'],
    ['joined', `[${route}].concat([{ method: 'GET', path: '/shop', handler: 'shop.me' }])`, 'closed'],
  ])('a list that is %s has its routes, each with a stub', (_, list, effect) => {
    const { routes, surveyor } = translated({
      'src/api/shop/routes/shop.ts': `export default { routes: ${list} };`,
      ...controller,
    });
    expect(routes.flatMap((file) => file.routes.map(({ path }) => path))).toContain('/shop/me');
    const findings = surveyor.findings.filter(({ kind }) => kind === 'route' || kind === 'controller');
    expect(findings.map((finding) => effectOf(finding))).toEqual(findings.map(() => effect));
  });

  test.each([
    ['adds to them may be a guard', `[${route}].map((each) => ({ ...each, config: { policies: ['global::x'] } }))`],
    ['leaves out may be a public route', `[${route}].filter((each) => each.path !== process.env.OFF)`],
  ])('what a function %s', (_, changed) => {
    const { surveyor } = translated({ 'src/api/shop/routes/shop.ts': `export default { routes: ${changed} };` });
    expect(surveyor.routes).toMatchObject([{ isPublic: false, policies: [expect.stringContaining('line 1')] }]);
  });

  test('a guard that they may have is not reported as unused', () => {
    const changed = `const added = ['global::x'];\nexport default { routes: [${route}].map((each) => ({ ...each, config: { policies: added } })) };`;
    const findings = findingsOf({
      'src/api/shop/routes/shop.ts': changed,
      'src/policies/x.ts': 'export default () => false;',
    });
    expect(findings.find(({ kind }) => kind === 'policy')?.note).toContain('src/api/shop/routes/shop.ts');
  });

  test('a list of another form is missing in the API, and its handlers may have routes', () => {
    const findings = findingsOf({ 'src/api/shop/routes/shop.ts': 'export default makeRoutes();', ...controller });
    expect(findings.filter(({ kind }) => kind === 'route').map((finding) => effectOf(finding))).toEqual(['differs']);
    const [method] = findings.filter(({ kind }) => kind === 'controller');
    expect(method && [effectOf(method), method.note]).toEqual(['differs', expect.stringContaining('only a run')]);
  });
});

test.each([
  ["{ rule: '0 0 * * *' }", '0 0 * * *'],
  ["{ rule: process.env.RULE || '0 5 * * *' }", '0 5 * * *'],
  ["{ rule: ruleOf('RULE', '0 6 * * *') }", "ruleOf('RULE', '0 6 * * *')"],
  ["'0 7 * * *'", '0 7 * * *'],
])('the rule of a cron task is in the report: %s', (options, shown) => {
  const tasks = `export default { daily: { task: async () => { run(); }, options: ${options} } };`;
  const [finding] = findingsOf({ 'config/cron-tasks.ts': tasks });
  expect(finding?.note).toContain(shown);
});

test('code that a project compiles stands above a script of the same name', () => {
  const files = {
    'config/api.ts': 'export default { rest: { maxLimit: 50 } };',
    'config/api.js': 'module.exports = { rest: { maxLimit: 70 } };',
    'src/policies/p.ts': 'export default () => true;',
    'src/policies/p.js': 'module.exports = () => true;',
  };
  const shown = (given: Readonly<Record<string, string>>) => {
    const { proposal, surveyor } = translated(given);
    const unused = surveyor.findings.filter(({ outcome }) => outcome === 'unused').map(({ file }) => file);
    return [proposal.api.rest?.maxLimit, unused.toSorted()];
  };
  expect(shown({ ...files, 'tsconfig.json': '{}' })).toEqual([50, ['config/api.js', 'src/policies/p.js']]);
  // Without a tsconfig.json, Strapi runs the scripts.
  expect(shown(files)).toEqual([70, ['config/api.ts', 'src/policies/p.ts']]);
});

describe('a service', () => {
  const score = 'export const score = (a: number) => a * 2;';
  const outcome = (files: Readonly<Record<string, string>>) =>
    findingsOf(files)
      .filter(({ kind }) => kind === 'service')
      .map((finding) => `${finding.file} ${finding.outcome}`);

  test('that knows nothing of Strapi can be imported as it is', () => {
    expect(
      outcome({ 'src/api/bet/services/score.ts': `import type { Core } from '@strapi/strapi';\n${score}` }),
    ).toEqual(['src/api/bet/services/score.ts works']);
  });

  test.each([
    ['it uses strapi itself', { 'src/api/bet/services/score.ts': 'export const score = () => strapi.documents("x");' }],
    [
      'a module that it imports uses strapi',
      {
        'src/api/bet/services/score.ts': `import { load } from '../../../load';\n${score}`,
        'src/load.ts': 'export const load = () => strapi.documents("x");',
      },
    ],
    [
      'it takes the place of an action',
      { 'src/api/bet/services/bet.ts': 'export default { create() { return 1; } };' },
    ],
  ])('needs a hand if %s', (_, files) => {
    expect(outcome(files)).toEqual([expect.stringMatching(/ hand$/)]);
  });
});

test('rights that code grants are in the report', () => {
  const findings = findingsOf({
    'src/bootstrap/rights.ts':
      "// such as 'api::name.name.action'\nconst PUBLIC = ['api::match.match.find', 'plugin::upload.content-api.find'];\nexport const grant = (strapi) => strapi.db.query('plugin::users-permissions.permission').create({});",
  });
  expect(findings).toContainEqual(
    expect.objectContaining({
      outcome: 'hand',
      kind: 'permission',
      line: 3,
      note: expect.stringContaining('config: api::match.match.find, plugin::upload.content-api.find'),
    }),
  );
});

describe('origins of strapi::cors', () => {
  const corsOf = (code: string) => {
    const middlewares = `export default ({ env }) => { ${code} return [{ name: 'strapi::cors', config: { origin } }]; };`;
    return translated({ 'config/middlewares.ts': middlewares, '.env': 'SITES=https://a.example, https://b.example' })
      .proposal.api.cors;
  };

  test.each([
    [
      "const origin = Array.from(new Set([env('SITE', 'https://a.example'), 'https://a.example']));",
      ['https://a.example'],
    ],
    ["const origin = [...new Set(['https://a.example'])];", ['https://a.example']],
    [
      "const origin = env('SITES', '').split(',').map((site) => site.trim()).filter(Boolean);",
      ['https://a.example', 'https://b.example'],
    ],
    ["const origin = (process.env.NONE || 'https://c.example').split(',');", ['https://c.example']],
  ])('are read through the usual calls: %s', (code, origins) => expect(corsOf(code)).toMatchObject({ origins }));

  test.each(['const origin = sites();', 'const origin = (ctx) => ctx.host;', 'const origin = [/example/];'])(
    'that only a run would show are closed: %s',
    (code) => expect(corsOf(code)).toMatchObject({ origins: [] }),
  );
});

test.each([
  ['src/extensions/users-permissions/controllers/role.ts', 'unused'],
  ['src/extensions/users-permissions/strapi-server.ts', 'hand'],
])('Strapi loads one file of an extension: %s is %s', (file, outcome) => {
  const [finding] = findingsOf({ [file]: 'export default (plugin) => { plugin.services.x = () => strapi.x(); };' });
  expect(finding).toMatchObject({ file, outcome });
});

test('a right to the list of what is a single type now is not granted', () => {
  const schema = { kind: 'singleType', info: { singularName: 'home', pluralName: 'homes' }, attributes: {} };
  const actions = ['find', 'findOne'].map((action) => ({ action: `api::home.home.${action}` }));
  const { proposal, surveyor } = translated({
    'package.json': JSON.stringify({ dependencies: { 'strapi-plugin-config-sync': '3.0.0' } }),
    'src/api/home/content-types/home/schema.json': JSON.stringify(schema),
    'src/api/home/routes/home.ts': "export default createCoreRouter('api::home.home');",
    'config/sync/user-role.public.json': JSON.stringify({ name: 'Public', type: 'public', permissions: actions }),
  });
  expect([...(proposal.permissions.get('public')?.get('home') ?? [])]).toEqual(['find']);
  expect(surveyor.findings).toContainEqual(expect.objectContaining({ name: 'public: api::home.home.findOne' }));
});

test('a single type has no rights and no handlers of lists, whatever its code names', () => {
  const schema = { kind: 'singleType', info: { singularName: 'home', pluralName: 'homes' }, attributes: {} };
  const routes = '{ config: { find: { auth: false }, findOne: { auth: false } } }';
  const {
    proposal,
    routes: stubs,
    surveyor,
  } = translated({
    'src/api/home/content-types/home/schema.json': JSON.stringify(schema),
    'src/api/home/routes/home.ts': `export default factories.createCoreRouter('api::home.home', ${routes});`,
    'src/api/home/controllers/home.ts':
      "export default factories.createCoreController('api::home.home', () => ({ async create(ctx) { ctx.body = 1; } }));",
  });
  expect([...(proposal.permissions.get('public')?.get('home') ?? [])]).toEqual(['find']);
  expect(stubs).toEqual([]);
  const named = surveyor.findings.map(({ name, note }) => `${name}: ${note}`);
  expect(named).toContain('home.findOne: a single type has no such route');
  expect(named).toContain('api::home.home.create: no route calls it');
});

describe('a stub quotes what its code uses:', () => {
  const quotedIn = (files: Readonly<Record<string, string>>) =>
    translated(files).routes.flatMap(({ routes }) => routes.flatMap(({ quoted }) => quoted.map(({ code }) => code)));
  const routes = {
    'src/api/hook/routes/hook.js':
      "module.exports = { routes: [{ method: 'POST', path: '/hook', handler: 'hook.receive' }] };",
  };

  test('the members that it calls by this', () => {
    const members =
      '{ verify(token) { return token === SECRET; }, async receive(ctx) { if (!this.verify(ctx.query.t)) ctx.throw(401); } }';
    const files = {
      ...routes,
      'src/api/hook/controllers/hook.js': `const SECRET = read();\nmodule.exports = ${members};`,
    };
    expect(quotedIn(files).join('\n')).toMatch(/It uses:\nconst SECRET = read\(\);\nverify\(token\)/);
    const verify = findingsOf(files).find(({ name }) => name.endsWith('.verify'));
    expect(verify?.note).toBe('quoted in the stubs of its callers: receive');
  });

  test('names of the functions around it', () => {
    const code =
      'module.exports = { register({ strapi }) { const own = (site) => check(site); strapi.documents.use((c, n) => { own(c); return n(); }); } };\nfunction check(site) { return site; }';
    const [found] = translated({ 'src/index.js': code }).surveyor.interceptors;
    expect(found?.code).toContain('const own = (site) => check(site);');
    expect(found?.code).toContain('function check(site)');
  });

  test('the function of a middleware first', () => {
    const code =
      'const LIMIT = 3;\nmodule.exports = () => async (ctx, next) => { if (ctx.x > LIMIT) return; await next(); };';
    const [found] = translated({ 'src/middlewares/limit.js': code }).surveyor.middlewares;
    expect(found?.code).toMatch(/^\(\) => async[^]*It uses:\nconst LIMIT = 3;$/);
  });
});

test.each([
  ['src/templates/mail.ejs', 'works'],
  ['src/templates/old.ejs', 'unused'],
  ['src/extensions/users-permissions/user/schema.json', 'unused'],
  ['src/extensions/users-permissions/content-types/user/schema.json', 'works'],
  ['src/extensions/users-permissions/types.ts', 'works'],
])('the file %s is said to be: %s', (file, outcome) => {
  const schema = JSON.stringify({ info: { singularName: 'user', pluralName: 'users' }, attributes: {} });
  const findings = findingsOf({
    [file]: file.endsWith('.json') ? schema : 'export interface A {}',
    'src/mail.ts': "export const mail = () => render('templates/mail.ejs');",
    'src/extensions/users-permissions/strapi-server.ts': 'export default (plugin) => { plugin.services.x = 1; };',
  });
  expect(findings.find((each) => each.file === file)?.outcome).toBe(outcome);
});

test('rights that SQL writes are in the report, and that code removes some', () => {
  const code =
    "const list = ['api::match.match.find'];\nmodule.exports = (knex) => knex('up_permissions').where({}).del();";
  const [finding] = findingsOf({ 'src/rights.js': code }).filter(({ kind }) => kind === 'permission');
  expect(finding).toMatchObject({
    line: 2,
    note: expect.stringMatching(/api::match\.match\.find; the code also removes/),
  });
});

test('the report names the variables inside of a setting', () => {
  const code = "export default ({ env }) => [{ name: 'strapi::body', config: { jsonLimit: env('LIMIT', '1mb') } }];";
  expect(findingsOf({ 'config/middlewares.ts': code })[0]?.note).toContain('depends on LIMIT;');
});

test('a middleware that asks for the type of an answer and sets headers lets requests pass', () => {
  const code =
    "module.exports = () => async (ctx, next) => { await next(); if (ctx.response.is('html')) ctx.set('a', 'b'); };";
  const { middlewares } = translated({ 'src/middlewares/cache.js': code }).surveyor;
  expect(middlewares.map(({ isTransparent }) => isTransparent)).toEqual([true]);
});

test('settings of users that code writes are in the report', () => {
  const code =
    "module.exports = { async bootstrap({ strapi }) {\n const store = strapi.store({ type: 'plugin', name: 'users-permissions' });\n await store.set({ key: 'advanced', value: { email_confirmation: true } });\n} };";
  expect(findingsOf({ 'src/index.js': code })).toContainEqual(
    expect.objectContaining({ line: 3, note: 'write them into users of the config: email_confirmation' }),
  );
});

test('config-sync without files gave the config nothing', () => {
  const findings = findingsOf({ 'package.json': '{ "dependencies": { "strapi-plugin-config-sync": "3.0.0" } }' });
  expect(findings.find(({ name }) => name.endsWith('config-sync'))?.note).toBe('the project has no files of it');
});
