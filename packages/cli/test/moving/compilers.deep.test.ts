/** Compilers of all versions and settings accept what `content-gen move` writes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { filesIn, project, run } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { workspace } from '../temporary-project.js';
import { monorepo, shapes } from './shapes.js';
import { bareStrapiProject, linkPackages, strapiProject, typescript5 } from './strapi.js';

/** As Strapi's own compiler options, which every TypeScript project of Strapi extends. */
const serverOptions = {
  module: 'CommonJS',
  moduleResolution: 'Node',
  lib: ['ES2020', 'DOM'],
  target: 'ES2019',
  skipLibCheck: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  noEmit: true,
  types: [],
};

describe('the compiler accepts the new project', () => {
  // `served.test.ts` compiles the same project with its own build.
  test('in place: TypeScript 5, with the options of Strapi', { timeout: 400_000 }, async () => {
    const root = strapiProject();
    await inProcess(root, ['move']);
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
    for (const strict of [true, false]) {
      const options = { ...serverOptions, strict };
      const include = ['src/app.ts', 'src/server.ts', 'src/moved', 'src/content', 'content-gen.config.ts'];
      writeFileSync(join(root, 'tsconfig.strapi.json'), JSON.stringify({ compilerOptions: options, include }));
      expect(await run(process.execPath, [typescript5, '-p', 'tsconfig.strapi.json'], root)).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    }
  });

  test('beside: the TypeScript of content-gen', { timeout: 400_000 }, async () => {
    const strapi = bareStrapiProject();
    const root = project();
    const before = await filesIn(strapi);
    expect(await inProcess(root, ['move', strapi, '--into', '.'])).toMatchObject({ code: 0, stderr: '' });
    expect(await filesIn(strapi)).toEqual(before);
    linkPackages(root);
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0, stderr: '' });
    const tsc = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
    writeFileSync(
      join(root, 'tsconfig.test.json'),
      JSON.stringify({ extends: './tsconfig.json', compilerOptions: { noEmit: true } }),
    );
    expect(await run(process.execPath, [tsc, '-p', 'tsconfig.test.json'], root)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const files = await filesIn(root);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['package.json', 'src/server.ts', 'MOVING.md']));
    expect(Object.keys(files)).not.toContain('content/article.ts');
  });
});

/** The TypeScript of content-gen is the one that the packages of the monorepo find. */
describe('the compiler accepts a package of a monorepo', () => {
  const tsc = join(workspace, 'node_modules', 'typescript', 'bin', 'tsc');
  const root = () => (folder ??= project(monorepo, { packages: true }));
  let folder: string | undefined;

  /** Builds a project, and sends a request to the built app. */
  async function built(path: string, output: string): Promise<number> {
    const outcome = await run(process.execPath, [tsc, '-p', 'tsconfig.build.json'], path);
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
    const script = `import(${JSON.stringify(join(path, output, 'app.js'))}).then(async ({ default: module }) => {
      const { status } = await (module.default ?? module).request('/api/articles/slug/x');
      console.log(status);
      process.exit();
    })`;
    const variables = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    return Number((await run(process.execPath, ['-e', script], path, variables)).stdout);
  }

  test.each(Object.entries(shapes))('that is a Strapi project %s', async (_, files) => {
    const path = project(files, { parent: join(root(), 'packages') });
    expect(await inProcess(path, ['move'])).toMatchObject({ code: 0, stderr: '' });
    expect(await inProcess(path, ['generate'])).toMatchObject({ code: 0 });
    expect(await inProcess(path, ['check'])).toMatchObject({ code: 0 });
    // The policy of the route is not ported.
    expect(await built(path, 'dist-content')).toBe(501);
    // Strapi takes a project with a tsconfig.json for one of TypeScript.
    const hasTsconfig = (names: object) => Object.keys(names).includes('tsconfig.json');
    expect(hasTsconfig(await filesIn(path))).toBe(hasTsconfig(files));
  });

  test('that init made', async () => {
    const path = project({}, { parent: join(root(), 'packages') });
    expect(await inProcess(path, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect(await inProcess(path, ['generate'])).toMatchObject({ code: 0 });
    expect(await built(path, 'dist')).toBe(404);
  });

  test('whose own tsconfig is for bundlers, and whose build is for Node', async () => {
    const path = project(
      {
        'package.json': { name: 'own', type: 'module' },
        'tsconfig.json': { extends: '../../tsconfig.json' },
        'tsconfig.build.json': {
          extends: './tsconfig.json',
          compilerOptions: { module: 'NodeNext', moduleResolution: 'NodeNext', target: 'ES2022', noEmit: false },
          include: ['src'],
        },
      },
      { parent: join(root(), 'packages') },
    );
    await inProcess(path, ['init', '--yes']);
    expect(await inProcess(path, ['generate'])).toMatchObject({ code: 0 });
    const outcome = await run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noEmit'], path);
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
