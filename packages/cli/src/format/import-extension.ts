import { join } from 'node:path';

import { getTsconfig } from 'get-tsconfig';

/**
 * What the names of imported files end with: Node's own resolution wants `.js`, bundlers want nothing. Decided by the
 * nearest tsconfig; without one, the code is for Node.
 */
export function importExtension(root: string, output: string): '.js' | '' {
  const found = getTsconfig(join(root, output, 'index.ts'));
  if (found === null) return '.js';
  const { module = '', moduleResolution = module } = found.config.compilerOptions ?? {};
  return /^node(next|\d{2,})$/i.test(moduleResolution) && !/^node10$/i.test(moduleResolution) ? '.js' : '';
}
