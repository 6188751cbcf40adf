import { join } from 'node:path';

import { getTsconfig } from 'get-tsconfig';

import { manifestText } from '../project/manifest.js';

/** The import that gives code of CommonJS the copies of Hono and Drizzle that the runtime uses. */
export const COMMONJS_IMPORT = "import '@content-gen/runtime/commonjs';";

/**
 * Whether Node runs the code of a project as CommonJS: its manifest does not say `module`, and its compiler, if it has
 * one, leaves no ES modules to a bundler.
 */
export function runsAsCommonjs(root: string): boolean {
  if (isModule(root)) return false;
  try {
    const { module } = getTsconfig(join(root, 'src', 'app.ts'))?.config.compilerOptions ?? {};
    return module === undefined || /^(commonjs|preserve|node)/i.test(module);
  } catch {
    // The tsconfig cannot be read, such as the tsconfig of Strapi before its packages are installed.
    return true;
  }
}

/** A project without a manifest gets one for ES modules. */
function isModule(root: string): boolean {
  try {
    const { type }: { readonly type?: string } = JSON.parse(manifestText(root));
    return type === 'module';
  } catch {
    return true;
  }
}
