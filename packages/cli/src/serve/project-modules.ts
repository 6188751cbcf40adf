import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createJiti } from 'jiti';

/** Runs TypeScript and JavaScript of the project, with the packages that the project itself installed. */
export interface ProjectModules {
  readonly import: <Exports = Record<string, unknown>>(specifier: string) => Promise<Exports>;
  /** The first of some files that exists, without its extension: `src/app`. */
  readonly find: (path: string) => string | undefined;
}

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'];

export function projectModules(root: string): ProjectModules {
  const jiti = createJiti(join(root, '/'), { fsCache: join(root, '.content-gen', 'cache', 'jiti') });
  return {
    import: <Exports>(specifier: string) => jiti.import<Exports>(specifier),
    find: (path) => EXTENSIONS.map((extension) => join(root, path + extension)).find((file) => existsSync(file)),
  };
}
