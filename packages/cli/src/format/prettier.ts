import { pathToFileURL } from 'node:url';

import type { Options } from 'prettier';

/** How generated code looks where a project says nothing. Part of what a release promises. */
const frozen: Options = { singleQuote: true, printWidth: 100 };

interface Prettier {
  readonly format: (source: string, options: Options) => string | Promise<string>;
  readonly resolveConfig: (
    path: string,
    options: { editorconfig: boolean; useCache: boolean },
  ) => Promise<Options | null>;
}

/** The only place where prettier is loaded, because that is slow. */
export async function loadPrettier(module: string): Promise<Prettier> {
  const loaded: Prettier & { readonly default?: Prettier } = await import(pathToFileURL(module).href);
  return loaded.default ?? loaded;
}

/**
 * The options for files in a folder. Line endings are not a matter of taste here: equal bytes everywhere. Of the two
 * parsers for TypeScript, which give the same output, this one starts faster.
 */
export async function optionsFor(prettier: Prettier, folder: string): Promise<Options> {
  const own = await prettier.resolveConfig(`${folder}/index.ts`, { editorconfig: true, useCache: false });
  return { ...(own ?? frozen), parser: 'babel-ts', endOfLine: 'lf' };
}

/** Formats one after the other, handing out each as it is done. */
export async function formatSources(
  job: { readonly module: string; readonly folder: string; readonly sources: readonly string[] },
  each: (content: string) => void,
): Promise<readonly string[]> {
  if (job.sources.length === 0) return [];
  const prettier = await loadPrettier(job.module);
  const options = await optionsFor(prettier, job.folder);
  const formatted: string[] = [];
  for (const source of job.sources) {
    const content = await prettier.format(source, options);
    formatted.push(content);
    each(content);
  }
  return formatted;
}
