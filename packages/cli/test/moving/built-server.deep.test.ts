/** The build in place of every shape of project answers every kind of request, or says at its start why it cannot. */
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { project, run } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { type TestServer, startServer } from '../migrate/server.js';
import { workspace } from '../temporary-project.js';
import { answersOf, build, expectedAnswers, served } from './built-server.js';
import { monorepo, shapes } from './shapes.js';
import { typescript5 } from './strapi.js';

const typescript7 = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
const packages = join(workspace, 'fixtures', 'node_modules');
let postgresql: TestServer;

beforeAll(async () => {
  postgresql = await startServer();
});
afterAll(() => postgresql?.stop());

/** The options that Strapi and its users give their compiler. */
const typescript = (compilerOptions: object) => ({
  ...shapes['with a tsconfig that extends a missing package'],
  'tsconfig.json': { compilerOptions, include: ['./'] },
});
const strapi = { module: 'CommonJS', moduleResolution: 'Node', target: 'ES2019', skipLibCheck: true };

const built = {
  ...shapes,
  'with the tsconfig of Strapi': typescript({ ...strapi, esModuleInterop: true, outDir: 'dist', rootDir: '.' }),
  'without esModuleInterop': typescript({ ...strapi, esModuleInterop: false, outDir: 'build', strict: true }),
};

describe('the build in place', { timeout: 400_000 }, () => {
  test.each(Object.entries(built))('of a project %s', async (_, files) => {
    const root = project(monorepo, { packages: true });
    const path = project(files, { parent: join(root, 'packages') });
    expect(await inProcess(path, ['move'])).toMatchObject({ code: 0 });
    const { url, token } = await build(path, typescript7, postgresql);
    const answers = await served(path, url, (address) => answersOf(address, token));
    expect(answers).toEqual(expectedAnswers);
  });

  test('of a project with TypeScript 5, and a copy of Hono of its own', async () => {
    const manifest = {
      name: 'cms',
      dependencies: { '@strapi/strapi': '5.31.0' },
      devDependencies: { typescript: '^5' },
    };
    const path = project({ ...shapes['of CommonJS without a tsconfig'], 'package.json': manifest });
    copyHono(path);
    expect(await inProcess(path, ['move'])).toMatchObject({ code: 0 });
    const { url, token } = await build(path, typescript5, postgresql);
    const answers = await served(path, url, (address) => answersOf(address, token));
    expect(answers).toEqual(expectedAnswers);
  });
});

test('an app of CommonJS that init found, with a server of its own', { timeout: 400_000 }, async () => {
  const options = {
    module: 'CommonJS',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    skipLibCheck: true,
    strict: true,
  };
  const text = { attributes: { title: { type: 'string' }, name: { type: 'string' } } };
  const path = project({
    'package.json': { name: 'own' },
    'tsconfig.json': { compilerOptions: { ...options, types: [], rootDir: 'src', outDir: 'dist-content' } },
    'tsconfig.build.json': { extends: './tsconfig.json', include: ['src'] },
    'content/article.json': text,
    'content/author.json': text,
    'content/home-page.json': { kind: 'singleType', ...text },
    'src/index.ts': ownApp,
    'src/server.ts': ownServer,
  });
  symlinkSync(packages, join(path, 'node_modules'));
  expect(await inProcess(path, ['init', '--yes'])).toMatchObject({ code: 0 });
  const { url, token } = await build(path, typescript7, postgresql);
  const answers = await served(path, url, (address) => answersOf(address, token));
  expect(answers).toEqual({ ...expectedAnswers, elsewhere: '404 Not Found' });
});

describe('a server ends at its start', { timeout: 400_000 }, () => {
  const start = (path: string, server: string) =>
    run(process.execPath, [server], path, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: '0' });

  test('with a project of ES modules that has a copy of Hono of its own', async () => {
    const path = project({ 'package.json': { name: 'own', type: 'module' } });
    copyHono(path);
    expect(await inProcess(path, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect(await inProcess(path, ['generate'])).toMatchObject({ code: 0 });
    await run(process.execPath, [typescript7, '-p', 'tsconfig.build.json', '--noCheck'], path);
    const outcome = await start(path, 'dist/server.js');
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^This app uses another copy of Hono than @content-gen\/runtime, .*\n$/);
  });

  test('with two copies of the runtime', async () => {
    const path = project({}, { packages: true });
    expect(await inProcess(path, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect(await inProcess(path, ['generate'])).toMatchObject({ code: 0 });
    const outcome = await run(process.execPath, [typescript7, '-p', 'tsconfig.build.json'], path);
    expect(outcome).toMatchObject({ code: 0 });
    const runtime = realpathSync(join(packages, '@content-gen', 'runtime'));
    cpSync(join(runtime, 'dist', 'bundle'), join(path, 'copy', 'bundle'), { recursive: true });
    symlinkSync(join(runtime, 'node_modules'), join(path, 'copy', 'node_modules'));
    writeFileSync(join(path, 'copy', 'package.json'), '{ "type": "module" }');
    const server = readFileSync(join(path, 'dist', 'server.js'), 'utf8');
    const other = server.replace('@content-gen/runtime/node', '../copy/bundle/node.js');
    expect(other).not.toBe(server);
    writeFileSync(join(path, 'dist', 'server.js'), other);
    const started = await start(path, 'dist/server.js');
    expect(started).toMatchObject({ code: 1, stdout: '' });
    expect(started.stderr).toMatch(/^Two copies of @content-gen\/runtime are in use, file:.* and file:.*\n$/);
  });
});

const ownApp = `import { createContent } from '@content-gen/runtime';
import { Hono } from 'hono';

import { contentDefinition } from './content';
import { hooks } from './hooks';

createContent(contentDefinition, { hooks });

const app = new Hono();

export default app;
`;

const ownServer = `import { serve } from '@hono/node-server';

import app from './index';

serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(\`Listening at http://127.0.0.1:\${port}\`));
`;

/** The packages of the workspace, of which the project has another copy of Hono. */
function copyHono(root: string): void {
  const folder = join(root, 'node_modules');
  mkdirSync(folder);
  for (const name of ['@content-gen', 'content-gen', 'drizzle-orm', 'postgres'])
    symlinkSync(join(packages, name), join(folder, name));
  cpSync(realpathSync(join(packages, 'hono')), join(folder, 'hono'), { recursive: true });
}
