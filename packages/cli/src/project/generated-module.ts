import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Plugin, build } from 'esbuild';

import { Problem } from '../diagnostics/problem.js';
import { codeOf, messageOf } from '../diagnostics/thrown.js';
import type { GeneratedFile } from '../files/generated-file.js';
import { ourPackages } from './packages.js';

/** The project lacks a package, or has a version of it that is too old. */
export class PackageProblem extends Problem {}

/** Imports one of the given files, whether they have been written or not. */
export async function importGenerated<Module>(
  root: string,
  files: readonly GeneratedFile[],
  entry: string,
): Promise<Module> {
  // The module is inside the project, because it imports the packages of the project.
  const folder = join(root, '.content-gen', 'cache');
  const module = join(folder, `generated-${randomUUID()}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(module, await bundled(root, files, entry));
    return await load<Module>(module);
  } finally {
    await rm(module, { force: true });
  }
}

async function load<Module>(file: string): Promise<Module> {
  try {
    const module: Module = await import(pathToFileURL(file).href);
    return module;
  } catch (error) {
    if (!['ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(codeOf(error) ?? '')) throw error;
    const [reason] = messageOf(error).split('\n');
    throw new PackageProblem(`The packages of the project are not installed: ${reason}. Run "npm install".`);
  }
}

async function bundled(root: string, files: readonly GeneratedFile[], entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [ourPackages(root), inMemory(files)],
  });
  return outputFiles.map(({ text }) => text).join('');
}

function inMemory(files: readonly GeneratedFile[]): Plugin {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return {
    name: 'in-memory',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /./ }, ({ path, importer, kind }) => {
        if (kind !== 'entry-point' && !path.startsWith('.')) return { path, external: true };
        const file = posix.join(posix.dirname(importer), path).replace(/\.js$/, '.ts');
        return { path: file, namespace: 'generated' };
      });
      onLoad({ filter: /./, namespace: 'generated' }, ({ path }) => {
        const content = contents.get(path);
        return content === undefined ? undefined : { contents: content, loader: 'ts' };
      });
    },
  };
}
