import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'esbuild';

/** What generated code imports. */
export const neededPackages = ['@content-gen/runtime', 'drizzle-orm', 'hono'];

/** A definition is enough to try things out: where the project has no runtime, everything comes from our own packages. */
export function usesOurPackages(root: string): boolean {
  return !isInstalled(root);
}

/** The file of a module: the project's own, else ours. */
export function moduleFile(root: string, name: string): string {
  if (usesOurPackages(root)) return fileURLToPath(import.meta.resolve(name));
  return createRequire(join(root, 'package.json')).resolve(name);
}

/** All of them or none are ours, because they have to fit together. */
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

/** As modules are looked for; `require` would look elsewhere, too. */
function isInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '@content-gen', 'runtime', 'package.json'))) return true;
  return folder !== dirname(folder) && isInstalled(dirname(folder));
}
