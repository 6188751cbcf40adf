import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { getTsconfig, parseTsconfig } from 'get-tsconfig';

/**
 * The extension in import statements, according to the nearest tsconfig: Node needs `.js`, bundlers need nothing.
 * Without a tsconfig, the code is for Node.
 */
export function importExtension(root: string, output: string): '.js' | '' {
  const options = compilerOptions(root, output);
  if (options === undefined) return '.js';
  const { module = '', moduleResolution = module } = options;
  return /^node(next|\d{2,})$/i.test(moduleResolution) && !/^node10$/i.test(moduleResolution) ? '.js' : '';
}

interface Options {
  readonly module?: string;
  readonly moduleResolution?: string;
}

function compilerOptions(root: string, output: string): Options | undefined {
  try {
    // Where the build has the only tsconfig of the project, one in a folder above is about other projects.
    const build = join(root, 'tsconfig.build.json');
    if (!existsSync(join(root, 'tsconfig.json')) && existsSync(build))
      return parseTsconfig(build).compilerOptions ?? {};
    const found = getTsconfig(join(root, output, 'index.ts'));
    return found === null ? undefined : (found.config.compilerOptions ?? {});
  } catch {
    // The tsconfig has a syntax error, or extends a package that is not installed. Every resolution accepts `.js`.
    return undefined;
  }
}
