import { join } from 'node:path';

import { getTsconfig } from 'get-tsconfig';

/**
 * The extension in import statements, according to the nearest tsconfig: Node needs `.js`, bundlers need nothing.
 * Without a tsconfig, the code is for Node.
 */
export function importExtension(root: string, output: string): '.js' | '' {
  const options = compilerOptions(join(root, output, 'index.ts'));
  if (options === undefined) return '.js';
  const { module = '', moduleResolution = module } = options;
  return /^node(next|\d{2,})$/i.test(moduleResolution) && !/^node10$/i.test(moduleResolution) ? '.js' : '';
}

function compilerOptions(file: string): { readonly module?: string; readonly moduleResolution?: string } | undefined {
  try {
    const found = getTsconfig(file);
    return found === null ? undefined : (found.config.compilerOptions ?? {});
  } catch {
    // The tsconfig has a syntax error, or extends a package that is not installed. Every resolution accepts `.js`.
    return undefined;
  }
}
