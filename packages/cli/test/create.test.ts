/** The package behind `npm create content-gen`, as npm runs it: its program in the folder of a user. */
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { type Outcome, filesIn, project, run } from './command-line.js';
import { inProcess } from './in-process.js';
import { workspace } from './temporary-project.js';

const program = join(workspace, 'packages/create-content-gen/bin/create-content-gen.js');

const create = (root: string, ...args: readonly string[]): Promise<Outcome> =>
  run(process.execPath, [program, ...args], root);

test('in an empty folder it is init: without a terminal it asks nothing, and says what to do next', async () => {
  const root = project();
  const other = project();
  const outcome = await create(root);
  expect(outcome).toEqual(await inProcess(other, ['init']));
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/\nNext:\n {2}npm install\n {2}npx content-gen serve\n$/);
  expect(Object.keys(await filesIn(root))).toEqual(Object.keys(await filesIn(other)));
});

test('it passes options on, and the exit code back', async () => {
  const root = project();
  expect((await create(root, '--dry-run', '--agents')).stdout).toContain('  create  AGENTS.md\n');
  const wrong = await create(root, '--yess');
  expect(wrong).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining("unknown option '--yess'") });
  expect(await filesIn(root)).toEqual({});
});

const hono = `import { Hono } from 'hono';

const app = new Hono();

app.get('/', (c) => c.text('Hi'));

export default app;
`;

const next = {
  'package.json': {
    name: 'site',
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
    dependencies: { next: '16.0.0', react: '19.2.0', 'react-dom': '19.2.0' },
    devDependencies: { typescript: '^5' },
  },
  'tsconfig.json': {
    compilerOptions: { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    include: ['next-env.d.ts', '**/*.ts', '**/*.tsx'],
  },
  'next.config.ts': 'export default {};\n',
  'src/app/page.tsx': 'export default function Page() {\n  return null;\n}\n',
};

const vite = {
  'package.json': {
    name: 'web',
    type: 'module',
    scripts: { dev: 'vite', build: 'tsc -b && vite build' },
    dependencies: { react: '^19.0.0' },
    devDependencies: { typescript: '~5.9.0', vite: '^7.0.0' },
  },
  'tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }] },
  'tsconfig.app.json': { compilerOptions: { module: 'ESNext', moduleResolution: 'bundler', noEmit: true } },
  'vite.config.ts': 'export default {};\n',
  'src/main.tsx': 'export const App = () => null;\n',
};

describe('beside an app', () => {
  test('of Hono, it adds two lines to the app', async () => {
    const root = project({
      'package.json': { type: 'module', dependencies: { hono: '^4.0.0' } },
      'src/index.ts': hono,
    });
    expect(await create(root, '--yes')).toMatchObject({ code: 0, stderr: '' });
    const { 'src/index.ts': app, ...files } = await filesIn(root);
    expect(app!.split('\n').filter((line) => !hono.split('\n').includes(line))).toEqual([
      expect.stringMatching(/^import \{ contentRoutes \} from '\.\/content/),
      "app.route('/api', contentRoutes);",
    ]);
    expect(files).not.toHaveProperty('src/app.ts');
  });

  test.each([
    ['Next', next],
    ['Vite', vite],
  ])('of %s, it leaves its files and scripts, and the project generates', async (_, app) => {
    const root = project(app);
    const before = await filesIn(root);
    const outcome = await create(root);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/\nNext:\n {2}npm install\n {2}npx content-gen serve\n$/);
    const { 'package.json': manifest, ...files } = await filesIn(root);
    const { 'package.json': __, ...others } = before;
    expect(files).toMatchObject(others);
    expect(JSON.parse(manifest!)).toMatchObject(app['package.json']);
    expect(JSON.parse(manifest!)).toMatchObject({ devDependencies: { 'content-gen': expect.any(String) } });
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
  });
});
