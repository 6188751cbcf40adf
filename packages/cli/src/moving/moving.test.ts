/** Laws of the survey: no project is too strange to read, and no file is forgotten. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { bytesOf, secondsOf } from './config/duration.js';
import { evaluateModule } from './sources/evaluate.js';
import { dataOf } from './sources/literal.js';
import { parseModule } from './sources/module.js';
import { quote } from './stubs/quote.js';
import { translate } from './move.js';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function projectOf(files: ReadonlyMap<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'content-gen-moving-'));
  roots.push(root);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

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
      { numRuns: 300 },
    );
  });
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
          const literal = evaluateModule(parseModule('config/api.ts', text), {});
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
      parseModule('config/a.ts', `export default ({ env }) => ({ key: ${expression} });`),
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
