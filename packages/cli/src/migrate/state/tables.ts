import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Plugin, build, stop } from 'esbuild';

import type { Config } from '../../config/index.js';
import { codeOf, messageOf } from '../../diagnostics/thrown.js';
import { emit } from '../../emit/index.js';
import type { GeneratedFile } from '../../files/generated-file.js';
import type { ContentModel } from '../../model/model.js';
import { ourPackages } from '../../project/packages.js';
import type { TablesModule } from '../describe.js';
import { MigrationProblem } from '../problem.js';

/** The tables of a model, whether the generated code has been written or not. */
export async function tablesOf({ root, settings }: Config, model: ContentModel): Promise<TablesModule> {
  const files = emit(model, { settings, importExtension: '.js' });
  // The module is inside the project, because it imports the packages of the project.
  const folder = join(root, '.content-gen', 'cache');
  const module = join(folder, `tables-${randomUUID()}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(module, await bundled(root, files));
    return await load(module);
  } finally {
    await rm(module, { force: true });
  }
}

async function load(module: string): Promise<TablesModule> {
  try {
    const tables: TablesModule = await import(pathToFileURL(module).href);
    return tables;
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    const [reason] = messageOf(error).split('\n');
    throw new MigrationProblem(`The packages of the project are not installed: ${reason}. Run "npm install".`);
  }
}

async function bundled(root: string, files: readonly GeneratedFile[]): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: ['schema.ts'],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      plugins: [ourPackages(root), inMemory(files)],
    });
    return outputFiles.map(({ text }) => text).join('');
  } finally {
    // The process of esbuild would wait for more work.
    await stop();
  }
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
