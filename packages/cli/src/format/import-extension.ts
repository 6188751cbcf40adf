import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type TsConfigJsonResolved, getTsconfig, parseTsconfig } from 'get-tsconfig';

/**
 * The extension in import statements: Node needs `.js`, bundlers need nothing. The nearest tsconfig and the tsconfig of
 * the build decide, because both compile the code. Every resolution accepts `.js`, so the extension is `.js` if one of
 * the two files needs it. Without a tsconfig, the code is for Node.
 */
export function importExtension(root: string, output: string): '.js' | '' {
  const build = join(root, 'tsconfig.build.json');
  const readers = [() => getTsconfig(join(root, output, 'index.ts'))?.config];
  if (existsSync(build)) readers.push(() => parseTsconfig(build));
  return readers.some((read) => needsExtension(read)) ? '.js' : '';
}

function needsExtension(read: () => TsConfigJsonResolved | undefined): boolean {
  try {
    const config = read();
    if (config === undefined) return true;
    const { module = '', moduleResolution = module } = config.compilerOptions ?? {};
    return /^node(next|\d{2,})$/i.test(moduleResolution) && !/^node10$/i.test(moduleResolution);
  } catch {
    // The tsconfig has a syntax error, or extends a package that is not installed.
    return true;
  }
}
