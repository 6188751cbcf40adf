import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

import { type MountTarget, mountRoutes } from './mount-routes.js';

export type FoundApp =
  | { readonly kind: 'none' }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'changed'; readonly path: string; readonly content: string }
  | { readonly kind: 'unrecognised'; readonly path: string; readonly target: MountTarget };

const candidates = ['src/app', 'src/index', 'src/server', 'src/main', 'app', 'index', 'server', 'main'].flatMap(
  (name) => ['ts', 'tsx', 'mts', 'js', 'mjs'].map((extension) => `${name}.${extension}`),
);

/** Finds the Hono app of a project and mounts the generated routes in its text. Writes nothing. */
export async function findHonoApp(root: string, targetFor: (folder: string) => MountTarget): Promise<FoundApp> {
  let unrecognised: FoundApp = { kind: 'none' };
  for (const path of candidates) {
    const source = await readFile(join(root, path), 'utf8').catch(() => undefined);
    if (source === undefined || !/\bHono\b/.test(source)) continue;
    const target = targetFor(posix.dirname(path));
    const mounted = await mountRoutes(path, source, target);
    if (mounted.kind === 'present') return { kind: 'present', path };
    if (mounted.kind === 'mounted') return { kind: 'changed', path, content: mounted.source };
    if (unrecognised.kind === 'none') unrecognised = { kind: 'unrecognised', path, target };
  }
  return unrecognised;
}
