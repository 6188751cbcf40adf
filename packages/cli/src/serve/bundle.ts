import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type BuildFailure, type Plugin, build, stop } from 'esbuild';

import type { Config } from '../config.js';
import { ServeProblem } from './problem.js';

/** The project's TypeScript as JavaScript that Node runs as it is. */
export interface Bundle {
  /** Files to import: the generated tables, and the app. */
  readonly tables: string;
  readonly app: string;
  remove(): Promise<void>;
}

/**
 * One pass over all files is faster by far than running each through a loader: a project of 200 content types has more
 * than a thousand. Packages stay outside, so that everybody uses the same copy of them.
 */
export async function bundle(config: Config, app: string | undefined): Promise<Bundle> {
  const parent = join(config.root, '.content-gen', 'cache', 'serve');
  const folder = join(parent, String(process.pid));
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);

  const generated = join(config.root, config.output);
  try {
    await build({
      absWorkingDir: config.root,
      entryPoints: { tables: join(generated, 'schema.ts'), ...(app === undefined ? {} : { app }) },
      ...(app === undefined
        ? { stdin: { contents: plainApp(config), resolveDir: config.root, sourcefile: 'app.ts' } }
        : {}),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
      plugins: [ownPlaces(generated)],
    });
  } catch (error) {
    throw explained(error);
  } finally {
    // A process of its own that would wait for more work.
    await stop();
  }
  return {
    tables: join(folder, 'tables.mjs'),
    app: join(folder, app === undefined ? 'stdin.mjs' : 'app.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What is served where the project has no app of its own. */
function plainApp(config: Config): string {
  const index = JSON.stringify(`./${config.output}/index.ts`);
  return `import { rootApp } from '@content-gen/runtime/hono';
import { contentDefinition, contentRoutes } from ${index};

export default rootApp(contentDefinition, contentRoutes);
`;
}

/** Code that reads files beside itself goes on finding them, although it runs from another place. */
function ownPlaces(generated: string): Plugin {
  return {
    name: 'own-places',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.m?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
        if (path.startsWith(generated + sep)) return undefined;
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

/** Processes that were killed could not tidy up. */
async function removeAbandoned(parent: string): Promise<void> {
  const abandoned = (await readdir(parent)).filter((name) => !isAlive(Number(name)));
  await Promise.all(abandoned.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function explained(error: unknown): unknown {
  const { errors } = error as Partial<BuildFailure>;
  if (errors === undefined) return error;
  const lines = errors.map(({ text, location }) =>
    location ? `${location.file}:${location.line}:${location.column + 1}  ${text}` : text,
  );
  return new ServeProblem(`The project's code cannot be run:\n${lines.map((line) => `  ${line}`).join('\n')}`, {
    cause: error,
  });
}
