import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { version } from '../src/version.js';
import { bin, contentGen, definition, filesIn, project, writeFiles } from './command-line.js';
import { inProcess } from './in-process.js';

describe('in an empty folder', () => {
  test('creates a project that generates; a second run changes nothing', async () => {
    const root = await project();
    const first = await contentGen(root, 'init', '--yes');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const files = await filesIn(root);
    expect(Object.keys(files).sort()).toEqual([
      '.gitignore',
      'content-gen.config.ts',
      'content/article.ts',
      'package.json',
      'src/app.ts',
      'src/hooks.ts',
      'src/server.ts',
      'test/articles.test.ts',
      'tsconfig.build.json',
      'tsconfig.json',
    ]);
    expect(JSON.parse(files['package.json']!)).toMatchObject({ type: 'module', private: true });
    expect(files['.gitignore']).toContain('.content-gen/\n');
    expect(files['src/app.ts']).toContain("import { contentDefinition, contentRoutes } from './content/index.js';");
    expect(files['src/app.ts']).toContain('createContent(contentDefinition, { hooks });');
    expect(files['src/hooks.ts']).toContain("import * as models from './content/models.js';");
    expect(files['src/app.ts']).toContain("app.route('/api', contentRoutes);");
    expect(files['test/articles.test.ts']).toContain("import { contentDefinition } from '../src/content/index.js';");
    expect(JSON.parse(files['package.json']!)).toMatchObject({
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: expect.any(String) },
    });
    expect(first.stdout).toContain('npm install\n  npx content-gen serve');

    const second = await contentGen(root, 'init');
    expect(second.stdout).toContain('The project already has every file. Nothing was written.');
    expect(await filesIn(root)).toEqual(files);
    expect(await contentGen(root, 'generate')).toMatchObject({ code: 0, stderr: '' });
    expect(await contentGen(root, 'init')).toMatchObject({ code: 0 });
    expect(await filesIn(root)).toMatchObject(files);
  });

  test('does not ask without a terminal', async () => {
    const root = await project();
    const outcome = execFileSync(process.execPath, [bin, 'init'], { cwd: root, input: '', encoding: 'utf8' });
    expect(outcome).toContain('create  content-gen.config.ts');
    expect(outcome).not.toContain('[Y/n]');
  });
});

test('existing hooks stay as they are', async () => {
  const mine = 'export const hooks = new Map();\n';
  const root = await project({ 'src/hooks.ts': mine });
  for (const command of [['init', '--yes'], ['generate'], ['generate', '--force']]) {
    expect(await inProcess(root, command)).toMatchObject({ code: 0, stderr: '' });
    expect((await filesIn(root))['src/hooks.ts']).toBe(mine);
  }
});

test('a project with prettier gets a line for openapi.json in .prettierignore, once', async () => {
  const prettier = '{"name":"mine","type":"module","devDependencies":{"prettier":"^3.0.0"}}';
  const ignored = async (files: Record<string, string>) => {
    const root = await project(files);
    for (const _ of [1, 2]) expect(await inProcess(root, ['init', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    return (await filesIn(root))['.prettierignore'];
  };
  expect(await ignored({ 'package.json': prettier })).toBe('src/content/openapi.json\n');
  expect(await ignored({ '.prettierignore': 'dist' })).toBe('dist\nsrc/content/openapi.json\n');
  expect(await ignored({ '.prettierignore': '/src/content/\n' })).toBe('/src/content/\n');
});

describe('in a Hono project', () => {
  const app = `import { Hono } from "hono"\n\nconst app = new Hono()\n\napp.get("/",   (c) => c.text("Hi"))\n\nexport default app\n`;

  test('adds two lines to the app and leaves the rest', async () => {
    const before = {
      'package.json': '{"name":"mine","type":"module","dependencies":{"hono":"^4.0.0"}}',
      'tsconfig.json': '{ "compilerOptions": { "module": "preserve" } } // mine',
      'src/index.ts': app,
      '.gitignore': 'node_modules',
    };
    const root = await project(before);
    const outcome = await inProcess(root, ['init', '--yes']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const files = await filesIn(root);
    expect(files).toMatchObject({
      'tsconfig.json': before['tsconfig.json'],
      '.gitignore': 'node_modules\n.content-gen/\n',
      'src/index.ts': app
        .replace('from "hono"\n', 'from "hono"\nimport { contentRoutes } from "./content"\n')
        .replace('"Hi"))\n', '"Hi"))\napp.route("/api", contentRoutes)\n'),
    });
    expect(files).not.toHaveProperty('src/app.ts');
    expect(files).not.toHaveProperty('src/server.ts');
    expect(outcome.stdout).toContain('\n  npm install\n');
    expect(outcome.stdout).toMatch(/\nserve answers without the other routes of src\/index\.ts: .*\n$/);

    await inProcess(root, ['init', '--yes']);
    expect(await filesIn(root)).toEqual(files);
  });

  test('an app of CommonJS gets the import for one copy of Hono before its own', async () => {
    const root = await project({
      'package.json': '{"name":"mine"}',
      'tsconfig.json': '{ "compilerOptions": { "module": "commonjs" } }',
      'src/index.ts': `// mine\n${app}`,
    });
    await inProcess(root, ['init', '--yes']);
    expect((await filesIn(root))['src/index.ts']).toMatch(
      /^\/\/ mine\nimport "@content-gen\/runtime\/commonjs"\nimport { Hono } from "hono"\nimport { contentRoutes }/,
    );
  });

  test('an app whose modules a bundler reads gets no such import', async () => {
    const root = await project({
      'package.json': '{"name":"mine"}',
      'tsconfig.json': '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }',
      'src/index.ts': app,
    });
    await inProcess(root, ['init', '--yes']);
    expect((await filesIn(root))['src/index.ts']).not.toContain('commonjs');
  });

  test('uses the prefix and the output of the config', async () => {
    const root = await project({
      'content-gen.config.json': '{ "output": "lib/generated", "api": { "prefix": "/content" } }',
      'server.ts': app,
    });
    await inProcess(root, ['init', '--yes']);
    const files = await filesIn(root);
    expect(files['server.ts']).toContain('import { contentRoutes } from "./lib/generated/index.js"\n');
    expect(files['server.ts']).toContain('app.route("/content", contentRoutes)\n');
  });

  test('prints the lines for an app that it cannot change', async () => {
    const source = "import { Hono } from 'hono';\n\nexport default new Hono();\n";
    const root = await project({ 'src/app.ts': source });
    const outcome = await inProcess(root, ['init', '--yes']);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain(
      "  import { contentRoutes } from './content/index.js';\n  app.route('/api', contentRoutes);\n",
    );
    expect((await filesIn(root))['src/app.ts']).toBe(source);
    expect(outcome.stdout).not.toContain('serve answers without');
  });
});

describe('in other projects', () => {
  test('a project with definitions gets no example', async () => {
    const root = await project({ 'content/tag.ts': definition('tag', ["name: { type: 'string' }"]) });
    await inProcess(root, ['init', '--yes']);
    const files = Object.keys(await filesIn(root));
    expect(files.filter((name) => /article/.test(name))).toEqual([]);
    expect(await inProcess(root, ['check'])).toMatchObject({ code: 0 });
  });

  test('a project without code gets ES modules', async () => {
    const root = await project({ 'package.json': '{\n  "name": "mine",\n  "type": "commonjs"\n}\n' });
    await inProcess(root, ['init', '--yes']);
    expect((await filesIn(root))['package.json']).toMatch(
      /^{\n  "name": "mine",\n  "type": "module",\n  "scripts": {\n    "dev"/,
    );
  });

  test('an existing package.json gets the scripts and packages that it lacks', async () => {
    const mine = `{
\t"name": "mine",
\t"type": "module",
\t"scripts": { "check": "mine" },
\t"dependencies": { "drizzle-orm": "1.0.0" },
\t"devDependencies": { "typescript": "^5.0.0" }
}
`;
    const root = await project({ 'package.json': mine, 'pnpm-lock.yaml': '' });
    const planned = await inProcess(root, ['init', '--dry-run']);
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(await filesIn(root)).toEqual({ 'package.json': mine, 'pnpm-lock.yaml': '' });

    const { stdout } = await inProcess(root, ['init', '--yes']);
    expect(stdout.startsWith(planned.stdout)).toBe(true);
    const keys = ['scripts.dev', 'scripts.generate', 'scripts.build', 'scripts.start', 'scripts.test'];
    const packages = ['dependencies.@content-gen/runtime', 'dependencies.hono'];
    const tools = ['devDependencies.content-gen', 'devDependencies.@types/node', 'devDependencies.vitest'];
    const added = [...keys, ...packages, ...tools].map((key) => `          + ${key}\n`).join('');
    expect(stdout).toContain(`  change  package.json\n${added}  create`);
    expect(stdout).toContain('\nNext:\n  pnpm install\n  npx content-gen serve\n');
    const written = (await filesIn(root))['package.json']!;
    expect(written).toContain('\n\t\t"dev": "content-gen serve"');
    expect(JSON.parse(written)).toEqual({
      name: 'mine',
      type: 'module',
      scripts: {
        check: 'mine',
        dev: 'content-gen serve',
        generate: 'content-gen generate',
        build: 'tsc -p tsconfig.build.json',
        start: expect.stringMatching(/^node .*dist\/server\.js$/),
        test: 'vitest run',
      },
      dependencies: {
        'drizzle-orm': '1.0.0',
        '@content-gen/runtime': `^${version}`,
        hono: expect.any(String),
      },
      devDependencies: {
        typescript: '^5.0.0',
        'content-gen': `^${version}`,
        '@types/node': expect.any(String),
        vitest: expect.any(String),
      },
    });

    expect((await inProcess(root, ['init'])).stdout).toContain('The project already has every file.');
    expect((await filesIn(root))['package.json']).toBe(written);
  });

  test('reads a package.json as npm does, and says that it becomes a module', async () => {
    const root = await project({ 'package.json': '\uFEFF{ "name": "mine", "type": "commonjs" }\n' });
    const { code, stdout } = await inProcess(root, ['init', '--yes']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('  change  package.json\n          + type: module\n')]);
    const files = await filesIn(root);
    expect(JSON.parse(files['package.json']!)).toMatchObject({ name: 'mine', type: 'module' });
    expect(files['tsconfig.json']).toContain('"NodeNext"');
  });

  test.each([
    ['{ "name":', 'must contain a JSON object'],
    ['[]', 'must contain a JSON object'],
    ['{ "scripts": "x" }', 'scripts must be an object'],
    ['{ "devDependencies": [] }', 'devDependencies must be an object'],
  ])('a package.json with %s is refused in one sentence, and nothing is written', async (text, problem) => {
    const files = { 'package.json': text, 'content-gen.config.ts': 'export default {};\n' };
    const root = await project(files);
    const { code, stderr } = await inProcess(root, ['init', '--yes']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^package.json.*${problem}.*\n$`))]);
    expect(await filesIn(root)).toEqual(files);
  });

  test.each(['src/index.js', 'jest.config.js'])('code that may be CommonJS stays as it is: %s', async (file) => {
    const root = await project({ 'package.json': '{ "name": "mine" }', [file]: 'module.exports = 1;\n' });
    await inProcess(root, ['init', '--yes']);
    const files = await filesIn(root);
    const manifest = JSON.parse(files['package.json']!);
    expect(manifest).toMatchObject({ name: 'mine', scripts: { dev: 'content-gen serve' } });
    expect(manifest).not.toHaveProperty('type');
    // There is no src/server.ts to build.
    expect(manifest.scripts).not.toHaveProperty('build');
    expect(files['tsconfig.json']).toContain('"Preserve"');
  });

  test('errors in the config are reported first', async () => {
    const root = await project({ 'content-gen.config.json': '{ "outptu": "x" }' });
    const outcome = await contentGen(root, 'init', '--yes');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('did you mean');
    expect(Object.keys(await filesIn(root))).toEqual(['content-gen.config.json']);
  });

  test('a run after new definitions changes nothing', async () => {
    const root = await project();
    await inProcess(root, ['init', '--yes']);
    await writeFiles(root, { [join('content', 'tag.ts')]: definition('tag', ["name: { type: 'string' }"]) });
    const before = await filesIn(root);
    await inProcess(root, ['init', '--yes']);
    expect(await filesIn(root)).toEqual(before);
  });
});
