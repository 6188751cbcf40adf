import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The possible files of a project's own app. */
export const appFiles = ['src/app', 'app'].flatMap((name) =>
  ['ts', 'mts', 'tsx', 'js', 'mjs'].map((end) => `${name}.${end}`),
);

/** The possible files of hooks, which serve uses if the project has no app of its own. */
const hookFiles = ['ts', 'mts', 'js', 'mjs'].map((end) => `src/hooks.${end}`);

/** The file with the project's hooks, relative to the project. */
export function findHooks(root: string): string | undefined {
  return hookFiles.find((path) => existsSync(join(root, path)));
}

/** The file with the project's own app, relative to the project. */
export function appFileOf(root: string): string | undefined {
  return appFiles.find((path) => existsSync(join(root, path)));
}
