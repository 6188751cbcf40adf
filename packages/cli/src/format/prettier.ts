import { pathToFileURL } from 'node:url';

import type { Options } from 'prettier';

/** The style of generated code if a project has no config. This style stays the same between releases. */
const frozen: Options = { singleQuote: true, printWidth: 100 };

interface Prettier {
  readonly format: (source: string, options: Options) => string | Promise<string>;
  readonly resolveConfig: (
    path: string,
    options: { editorconfig: boolean; useCache: boolean },
  ) => Promise<Options | null>;
}

/** Loads prettier, which is slow, so no other module imports it. */
export async function loadPrettier(module: string): Promise<Prettier> {
  const loaded: Prettier & { readonly default?: Prettier } = await import(pathToFileURL(module).href);
  return loaded.default ?? loaded;
}

/**
 * The options for files in a folder. Line endings are always LF, so that the output is equal on every system. The
 * babel-ts parser gives the same output as the typescript parser and starts faster.
 */
export async function optionsFor(prettier: Prettier, folder: string): Promise<Options> {
  const own = await prettier.resolveConfig(`${folder}/index.ts`, { editorconfig: true, useCache: false });
  return { ...(own ?? frozen), parser: 'babel-ts', endOfLine: 'lf' };
}

/** Formats one file after the other and passes each result on at once. */
export async function formatSources(
  job: { readonly module: string; readonly folder: string; readonly sources: readonly string[] },
  each: (content: string) => void,
): Promise<readonly string[]> {
  if (job.sources.length === 0) return [];
  const prettier = await loadPrettier(job.module);
  const options = await optionsFor(prettier, job.folder);
  const formatted: string[] = [];
  for (const source of job.sources) {
    // Generated code begins with a comment, and JSON with a brace.
    const parser = source.startsWith('{') ? { parser: 'json' } : {};
    const content = await prettier.format(source, { ...options, ...parser });
    formatted.push(content);
    each(content);
  }
  return formatted;
}
