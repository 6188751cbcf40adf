/** The samples of MOVING.md, and which of them a report has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type Recipe, recipes } from '../../../strapi/src/moving/recipes.js';
import { run } from '../command-line.js';
import { filesOf } from '../docs-page.js';
import { inProcess } from '../in-process.js';
import { temporaryProject, workspace, writeFiles } from '../temporary-project.js';

const routes = (sample: string) => `import { ForbiddenError, createContent } from '@content-gen/runtime';
import { Hono } from 'hono';
import { contentContext, contentDefinition } from './content/index.js';
const articleRoutes = new Hono().use(contentContext);
${sample}
export default articleRoutes;`;
const hooks = (sample: string) => `import { defineHooks } from '@content-gen/runtime';
import * as models from './content/models.js';
export const hooks = defineHooks(models, {${sample}});`;
const script = (sample: string) => `import { createContent } from '@content-gen/runtime';
import { closeContent } from '@content-gen/runtime/node';
import { contentDefinition } from './content/index.js';
${sample}
console.log(data.length);`;
const app = (sample: string) => `import { ForbiddenError } from '@content-gen/runtime';
import { Hono, type MiddlewareHandler } from 'hono';
export const app = new Hono();
declare const process: { env: Record<string, string> };
${sample}
export type Handler = MiddlewareHandler;`;
const config = (sample: string) => `import { defineConfig } from 'content-gen';
export default defineConfig({ ${sample} });`;

/** The code around each sample. */
const around: Readonly<Record<Recipe, (sample: string) => string>> = {
  adds: routes,
  replaces: routes,
  service: (sample) => sample,
  before: hooks,
  after: hooks,
  policy: config,
  middleware: app,
  documents: hooks,
  extension: app,
  cron: script,
  seed: script,
};

test('the samples compile in the project of the README', async () => {
  const root = temporaryProject(filesOf('README.md'), { packages: true });
  expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
  const files = Object.entries(around).map(([name, wrap]) => [
    `src/sample-${name}.ts`,
    wrap(Object.entries(recipes).find(([key]) => key === name)?.[1].sample ?? ''),
  ]);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFiles(root, {
    ...Object.fromEntries(files),
    'tsconfig.json': { compilerOptions, include: ['src/sample-*.ts'] },
  });
  const compiler = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await run(process.execPath, [compiler, '-p', '.'], root)).toMatchObject({ code: 0, stdout: '' });
});

test('a report has the samples for the code at hand, each once, and its notes name them', async () => {
  const core = (part: string, code: string) =>
    `const { factories } = require('@strapi/strapi');
const { clean } = require('../../../clean');
const LIMIT = 3;
const UNUSED = 4;
const most = (list) => list.slice(0, LIMIT);
module.exports = factories.createCore${part}('api::article.article', () => (${code}));`;
  const root = temporaryProject({
    'src/api/article/content-types/article/schema.json': {
      info: { singularName: 'article', pluralName: 'articles' },
      attributes: {},
    },
    'src/api/article/controllers/article.js': core(
      'Controller',
      '{ async find(ctx) { const all = await super.find(ctx); return most(clean(all)); }, async create(ctx) { return { data: 1 }; }, async update(ctx) { return 2; } }',
    ),
    'src/api/article/services/article.js': core('Service', '{ digest() { return 1; } }'),
    'src/api/article/content-types/article/lifecycles.js':
      'module.exports = { beforeCreate(event) { event.params.data.a = 1; } };',
    'src/index.js': 'module.exports = { async bootstrap({ strapi }) { await seed(strapi); } };',
  });
  await inProcess(root, ['move']);
  const report = readFileSync(join(root, 'MOVING.md'), 'utf8');
  const [, port = ''] = /## How to port\n([\s\S]*?)\n## Next steps/.exec(report) ?? [];
  expect(port.match(/^### .*/gm)).toEqual([
    '### A controller that adds to an answer',
    '### A controller that makes its own answer',
    '### A service',
    '### A lifecycle before a write',
    '### A bootstrap that seeds',
  ]);
  expect(report).toMatch(/article\.find: .*; \[a controller that adds to an answer\]\(#a-controller-that-adds-/);
  expect(report).toMatch(/article\.create: .*; \[a controller that makes its own answer\]\(#/);
  const stub = readFileSync(join(root, 'src', 'moved', 'routes', 'article.ts'), 'utf8');
  expect(stub).toContain(`// It uses:
// const { clean } = require('../../../clean');
// const LIMIT = 3;
// const most = (list) => list.slice(0, LIMIT);
`);
  expect(stub).not.toContain('UNUSED');
  expect(stub.match(/It uses:/g)).toHaveLength(1);
});
