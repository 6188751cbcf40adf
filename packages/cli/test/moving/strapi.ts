/** The Strapi project of `fixtures/strapi-code/strapi`, as a folder of its own. */
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import { type Files, temporaryProject, workspace, writeFiles } from '../temporary-project.js';

export const fixture = join(workspace, 'fixtures', 'strapi-code', 'strapi');

/** A copy with the packages of the workspace instead of those of Strapi. */
export function strapiProject(files: Files = {}, options: { readonly database?: boolean } = {}): string {
  const root = temporaryProject({}, { ...options, packages: true });
  // The manifest is the one of the fixture.
  rmSync(join(root, 'package.json'));
  cpSync(fixture, root, { recursive: true });
  return withFiles(root, files);
}

/** A copy without any packages. */
export function bareStrapiProject(): string {
  const root = temporaryProject({});
  cpSync(fixture, root, { recursive: true });
  return root;
}

export function linkPackages(root: string): void {
  symlinkSync(join(workspace, 'fixtures', 'node_modules'), join(root, 'node_modules'));
}

/** Every file of a Strapi project that the report has to name. */
export function partsOf(root: string): readonly string[] {
  return ['src', 'config'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

/**
 * The compiler of a Strapi 5 project. It is no dependency of the CLI itself, because its `tsc` would then build the CLI,
 * and takes several times as long.
 */
export const typescript5 = join(
  dirname(createRequire(new URL('../client-generators/', import.meta.url)).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

function withFiles(root: string, files: Files): string {
  writeFiles(root, files);
  return root;
}
