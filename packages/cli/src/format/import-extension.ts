import { join } from 'node:path';

import { getTsconfig } from 'get-tsconfig';

/**
 * The extension in import statements, according to the nearest tsconfig: Node needs `.js`, bundlers need nothing.
 * Without a tsconfig, the code is for Node.
 */
export function importExtension(root: string, output: string): '.js' | '' {
  const found = getTsconfig(join(root, output, 'index.ts'));
  if (found === null) return '.js';
  const { module = '', moduleResolution = module } = found.config.compilerOptions ?? {};
  return /^node(next|\d{2,})$/i.test(moduleResolution) && !/^node10$/i.test(moduleResolution) ? '.js' : '';
}
