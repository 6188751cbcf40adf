import { expect, test } from 'vitest';

import { valueOf } from '../../test/model-of.js';
import { temporaryProject, writeFiles } from '../../test/temporary-project.js';
import { loadConfig } from './index.js';

test('a project without a config has every default', async () => {
  const root = temporaryProject({});
  expect(valueOf(await loadConfig(root))).toEqual({
    root,
    content: ['content'],
    output: 'src/content',
    customFields: {},
    clients: [],
    openapi: false,
    allow: [],
    settings: {
      api: {
        prefix: '/api',
        responses: 'documented',
        rest: {
          defaultLimit: 25,
          maxLimit: 100,
          withCount: true,
          strictParams: true,
          maxPopulatedRows: 20_000,
          maxResponseBytes: 4_194_304,
          maxBodyBytes: 1_048_576,
          maxBulkItems: 1_000,
          maxSortedRows: 200_000,
          publicTimeoutMs: 1_000,
        },
        cors: { origins: '*', credentials: false },
      },
      locales: { default: 'en', all: ['en'] },
      permissions: {},
      tokens: [],
    },
  });
});

test('a config in TypeScript is run', async () => {
  const root = temporaryProject({
    'limits.ts': 'export const limit: number = 7;',
    'content-gen.config.ts': `
      import { defineConfig } from 'content-gen';
      import { limit } from './limits';
      export default defineConfig({
        output: './generated/',
        api: { rest: { defaultLimit: limit, maxLimit: undefined, maxRememberedBytes: 0 }, responses: 'strapi' },
        locales: { all: ['fr', 'de'] },
        permissions: { public: { article: ['find'] } },
      });
    `,
  });
  const config = valueOf(await loadConfig(root));
  expect(config).toMatchObject({ file: 'content-gen.config.ts', output: 'generated' });
  expect(config.settings.api.rest).toMatchObject({ defaultLimit: 7, maxLimit: 100, maxRememberedBytes: 0 });
  expect(config.settings.api.responses).toBe('strapi');
  expect(config.settings.locales).toEqual({ default: 'fr', all: ['fr', 'de'] });
  expect(config.settings.permissions).toEqual({ public: { article: ['find'] } });
});

test('clients have files of their own, and roles of the config', async () => {
  const root = temporaryProject({
    'content-gen.config.json': `{ "client": [
  { "file": "web/content.ts", "role": "public" },
  { "file": "./web/../web/content.ts" },
  { "file": "office.ts", "role": "editr" }
], "permissions": { "editor": {} } }`,
  });
  const result = await loadConfig(root);
  const found = result.ok ? [] : result.diagnostics.map(({ span, message, hint }) => [span.line, message, hint]);
  expect(found).toEqual([
    [3, 'client has the file ./web/../web/content.ts twice', 'give each client a file of its own'],
    [4, 'client.role must be a role of the config, not "editr"', expect.stringContaining('editor')],
  ]);
});

test('config files have a fixed order, with package.json last', async () => {
  const manifest = { 'package.json': { name: 'x', 'content-gen': { output: 'from-package' } } };
  const json = { 'content-gen.config.json': { output: 'from-json' } };
  const module = { 'content-gen.config.mjs': `export default { output: 'from-mjs' };` };
  const script = { 'content-gen.config.mts': `export default { output: 'from-mts' as string };` };
  const outputs = [manifest, { ...manifest, ...json }, { ...json, ...module }, { ...module, ...script }].map(
    async (files) => {
      const { file, output } = valueOf(await loadConfig(temporaryProject(files)));
      return [file, output];
    },
  );
  expect(await Promise.all(outputs)).toEqual([
    ['package.json', 'from-package'],
    ['content-gen.config.json', 'from-json'],
    ['content-gen.config.mjs', 'from-mjs'],
    ['content-gen.config.mts', 'from-mts'],
  ]);
});

test('the profile strapi has the defaults of Strapi', async () => {
  const api = async (written: object) =>
    valueOf(await loadConfig(temporaryProject({ 'content-gen.config.json': { api: written } }))).settings.api;
  const { rest, cors } = await api({ responses: 'strapi' });
  expect([rest.strictParams, cors]).toEqual([false, { origins: 'reflect', credentials: true }]);
  const own = await api({
    responses: 'strapi',
    rest: { strictParams: true },
    cors: { origins: '*', credentials: false },
  });
  expect([own.rest.strictParams, own.cors]).toEqual([true, { origins: '*', credentials: false }]);
});

test('a named config file must exist', async () => {
  const root = temporaryProject({ 'configs/other.json': { output: 'other' }, 'content-gen.config.json': {} });
  expect(valueOf(await loadConfig(root, 'configs/other.json'))).toMatchObject({
    file: 'configs/other.json',
    output: 'other',
  });
  expect(await loadConfig(root, 'configs/missing.ts')).toMatchObject({
    ok: false,
    diagnostics: [{ code: 'CG104', span: { file: 'configs/missing.ts' } }],
  });
});

test('a changed config is read again', async () => {
  const root = temporaryProject({ 'content-gen.config.ts': `export default { output: 'one' };` });
  expect(valueOf(await loadConfig(root)).output).toBe('one');
  writeFiles(root, { 'content-gen.config.ts': `export default { output: 'two' };` });
  expect(valueOf(await loadConfig(root)).output).toBe('two');
});

test('only the folders of a Strapi project are searched', async () => {
  const schema = { attributes: {} };
  const strapi = temporaryProject({
    'src/api/article/content-types/article/schema.json': schema,
    'src/components/shared/seo.json': schema,
  });
  expect(valueOf(await loadConfig(strapi)).content).toEqual(['src/api', 'src/components']);
  const other = temporaryProject({ 'content/article.json': schema, 'src/components/button/animation.json': {} });
  expect(valueOf(await loadConfig(other)).content).toEqual(['content']);
});
