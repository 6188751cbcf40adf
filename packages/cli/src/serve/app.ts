import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a project's own app may be. */
export const appFiles = ['src/app', 'app'].flatMap((name) =>
  ['ts', 'mts', 'tsx', 'js', 'mjs'].map((end) => `${name}.${end}`),
);

/** The file with the project's own app, relative to the project. */
export function findApp(root: string): string | undefined {
  return appFiles.find((path) => existsSync(join(root, path)));
}
