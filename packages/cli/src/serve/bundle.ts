import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type BuildContext, type BuildFailure, type BuildOptions, type Plugin, context, stop } from 'esbuild';

import type { Config } from '../config/index.js';
import { isAlive } from '../files/live-process.js';
import { ourPackages } from '../project/packages.js';
import { ServeProblem } from './problem.js';

/** The project's TypeScript, bundled to JavaScript that Node can import. */
export interface Bundle {
  /** The files to import: the generated tables, and the app with its runtime. */
  readonly tables: string;
  readonly app: string;
  /** The bundled source files, absolute; without packages. */
  readonly sources: readonly string[];
  remove(): Promise<void>;
}

/** Files of the project beside the generated code, relative to the project. */
interface OwnCode {
  readonly app: string | undefined;
  readonly hooks: string | undefined;
}

let bundles = 0;

// The bundler prints an error if this process exits while the bundler waits for it, as at a second signal.
process.once('exit', () => void stop());

/**
 * Bundles the project. One pass over all files is much faster than a loader for each: a project of 200 content types
 * has more than a thousand files. Packages stay outside, so that all code uses the same copy. Each bundle has its own
 * folder, because Node never reloads an imported module.
 */
export async function bundle(config: Config, own: OwnCode, signal?: AbortSignal): Promise<Bundle> {
  const parent = join(config.root, '.content-gen', 'cache', 'serve');
  const folder = join(parent, String(process.pid), String(++bundles));
  await mkdir(folder, { recursive: true });
  await removeAbandoned(parent);
  // After endBundling, no other code would stop a new bundler.
  signal?.throwIfAborted();
  const bundler = await bundlerFor(config, own);
  try {
    const { metafile, outputFiles } = await bundler.rebuild();
    await Promise.all(outputFiles.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)));
    return {
      tables: join(folder, 'tables.mjs'),
      app: join(folder, 'stdin.mjs'),
      sources: Object.keys(metafile.inputs).map((path) => join(config.root, path)),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    throw explained(error);
  }
}

/** Stops the bundler, which is a process that waits for more work. */
export async function endBundling(root: string): Promise<void> {
  const last = current;
  current = undefined;
  // A bundler that is stopped during its work prints an error.
  await last?.bundler.dispose();
  await stop();
  await rm(join(root, '.content-gen', 'cache', 'serve', String(process.pid)), { recursive: true, force: true });
}

type Options = ReturnType<typeof optionsFor>;

let current: { readonly key: string; readonly bundler: BuildContext<Options> } | undefined;

/** The bundler caches files, so that a rebuild only reads the changed ones. */
async function bundlerFor(config: Config, own: OwnCode): Promise<BuildContext<Options>> {
  const key = JSON.stringify([config.root, config.output, own]);
  if (current?.key === key) return current.bundler;
  await current?.bundler.dispose();
  const bundler = await context(optionsFor(config, own));
  current = { key, bundler };
  return bundler;
}

function optionsFor(config: Config, own: OwnCode) {
  const { root } = config;
  const generated = join(root, config.output);
  return {
    absWorkingDir: root,
    entryPoints: { tables: join(generated, 'schema.ts') },
    stdin: { contents: entry(config, own), resolveDir: root, sourcefile: 'content-gen serve', loader: 'ts' },
    // The folder is never written. Its path only needs the depth of a bundle's folder, because paths in source maps are
    // relative.
    outdir: join(root, '.content-gen', 'cache', 'serve', String(process.pid), '0'),
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    // The source map points at existing files, so a copy of them would only take time.
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [ourPackages(root), keepImportMeta(generated)],
  } satisfies BuildOptions;
}

/** The bundle imports the runtime, because it must be the project's own copy if there is one. */
function entry({ output }: Config, { app, hooks }: OwnCode): string {
  const served =
    app === undefined
      ? `${hooks === undefined ? '' : withHooks(hooks)}export const app = rootApp(contentDefinition, contentRoutes);`
      : `import * as own from ${JSON.stringify(`./${app}`)};\nexport const app = own['default'];`;
  return `import { completeApp, rootApp } from '@content-gen/runtime/hono';
import { closeContent } from '@content-gen/runtime/node';
import { studio } from '@content-gen/runtime/studio';
import { contentDefinition, contentRoutes } from ${JSON.stringify(`./${output}/index.ts`)};

${served}
export * as inspector from '@content-gen/runtime/explain';
export { closeContent as close, completeApp as complete, contentDefinition as definition, studio };
`;
}

/** The code that starts a project with its hooks; an app of the project starts the project itself. */
function withHooks(hooks: string): string {
  return `import { createContent } from '@content-gen/runtime';
import { hooks } from ${JSON.stringify(`./${hooks}`)};

createContent(contentDefinition, { hooks });
`;
}

/** Replaces `import.meta`, so that code still finds the files beside it although it runs from another folder. */
export function keepImportMeta(generated: string): Plugin {
  return {
    name: 'import-meta',
    setup: ({ onLoad }) =>
      onLoad({ filter: codeOutside(generated), namespace: 'file' }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!source.includes('import.meta.')) return undefined;
        const contents = source
          .replace(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
          .replace(/\bimport\.meta\.filename\b/g, JSON.stringify(path))
          .replace(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(path)));
        return { contents, loader: 'default' };
      }),
  };
}

/**
 * A pattern for code outside the generated folder, because a callback for each generated file would take longer than
 * bundling it. The patterns of esbuild have no negation, and an escaped letter outside ASCII is an error in them.
 */
function codeOutside(folder: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[!-.:-@[-^`{-~]/g, '\\$&');
  const start = [...folder, sep];
  const differs = start.map((char, at) => `${literal(start.slice(0, at).join(''))}[^${literal(char)}]`);
  return new RegExp(`^(${differs.join('|')}).*\\.m?[jt]sx?$`);
}

/** Removes the folders of killed processes. */
async function removeAbandoned(parent: string): Promise<void> {
  const abandoned = (await readdir(parent)).filter((name) => !isAlive(Number(name)));
  await Promise.all(abandoned.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

export function explained(error: unknown): unknown {
  if (!isBuildFailure(error)) return error;
  const { errors } = error;
  const lines = errors.map(({ text, location }) =>
    location ? `${location.file}:${location.line}:${location.column + 1}  ${text}` : text,
  );
  return new ServeProblem(`esbuild cannot bundle the project's code:\n${lines.map((line) => `  ${line}`).join('\n')}`, {
    cause: error,
  });
}
