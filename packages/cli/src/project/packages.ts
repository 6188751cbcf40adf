import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

/** The packages that generated code imports. */
export const neededPackages = ['@content-gen/runtime', 'drizzle-orm', 'hono'];

/**
 * Whether the project lacks the runtime. Then all packages come from content-gen, so that definitions alone can be
 * served.
 */
export function usesOurPackages(root: string): boolean {
  return packageFolder(root, '@content-gen/runtime') === undefined;
}

/** The file of a module: from the project, otherwise from content-gen. */
export function moduleFile(root: string, name: string): string {
  if (usesOurPackages(root)) return fileURLToPath(import.meta.resolve(name));
  return createRequire(join(root, 'package.json')).resolve(name);
}

/** The version of a package that code in the folder would import. Undefined if it is not installed. */
export function installedVersion(folder: string, name: string): string | undefined {
  const installed = packageFolder(folder, name);
  if (installed === undefined) return undefined;
  const { version }: { readonly version?: string } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return version;
}

/**
 * The folder of a package that code in a folder would import. Searches as Node does for ES modules, because `require`
 * would also search other folders, and remembers nothing, because a command may install the package.
 */
export function packageFolder(folder: string, name: string): string | undefined {
  const path = join(folder, 'node_modules', name);
  if (existsSync(join(path, 'package.json'))) return path;
  return folder === dirname(folder) ? undefined : packageFolder(dirname(folder), name);
}

/**
 * Resolves the packages of generated code. All packages come from the same place, because their versions must match.
 */
export function ourPackages(root: string): Plugin {
  const filter = new RegExp(`^(${neededPackages.join('|')})(/|$)`);
  return {
    name: 'our-packages',
    setup: ({ onResolve }) => {
      if (!usesOurPackages(root)) return;
      onResolve({ filter }, ({ path }) => ({ path: import.meta.resolve(path), external: true }));
    },
  };
}
