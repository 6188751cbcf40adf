import { pathToFileURL } from 'node:url';

import type { Options } from 'prettier';

/** How generated code looks where a project says nothing. Part of what a release promises. */
const frozen: Options = { singleQuote: true, printWidth: 100 };

export interface Prettier {
  readonly format: (source: string, options: Options) => string | Promise<string>;
  readonly resolveConfig: (path: string, options: { editorconfig: boolean }) => Promise<Options | null>;
}

/** The only place where prettier is loaded, because that is slow. */
export async function loadPrettier(module: string): Promise<Prettier> {
  const loaded = (await import(pathToFileURL(module).href)) as Prettier & { default?: Prettier };
  return loaded.default ?? loaded;
}

/** The options for files in a folder. Line endings are not a matter of taste here: equal bytes everywhere. */
export async function optionsFor(prettier: Prettier, folder: string): Promise<Options> {
  const own = await prettier.resolveConfig(`${folder}/index.ts`, { editorconfig: true });
  return { ...(own ?? frozen), parser: 'typescript', endOfLine: 'lf' };
}
