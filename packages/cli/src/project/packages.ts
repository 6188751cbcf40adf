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
  return !isInstalled(root);
}

/** The file of a module: from the project, otherwise from content-gen. */
export function moduleFile(root: string, name: string): string {
  if (usesOurPackages(root)) return fileURLToPath(import.meta.resolve(name));
  return createRequire(join(root, 'package.json')).resolve(name);
}

/** The version of an installed package. Undefined if its manifest cannot be read. */
export function installedVersion(folder: string, name: string): string | undefined {
  const path = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(path)) {
    const { version }: { readonly version?: string } = JSON.parse(readFileSync(path, 'utf8'));
    return version;
  }
  return folder === dirname(folder) ? undefined : installedVersion(dirname(folder), name);
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

/** Searches as Node does for ES modules; `require` would also search other folders. */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '@content-gen', 'runtime', 'package.json'))) return true;
  return folder !== dirname(folder) && isInstalled(dirname(folder));
}
