import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { addingCommand } from '../project/package-manager.js';
import { version } from '../version.js';
import { MissingTools } from './problem.js';
import type { StrapiTools } from './tools.js';

const NAME = '@content-gen/strapi';

interface Installed {
  readonly version: string;
  /** Where to import the tools from. */
  readonly module: string;
}

/**
 * Loads the tools of a move. The tools are installed beside the command line, or in the project: a package manager may
 * hide the packages of a project from each other, and npx keeps the command line elsewhere.
 */
export async function loadStrapi(root: string): Promise<StrapiTools> {
  const found = [besideUs(), inProject(root)].filter((each) => each !== undefined);
  const fitting = found.find((each) => each.version === version);
  if (fitting === undefined) throw new MissingTools(reasonOf(found[0]), addingCommand(root, `${NAME}@${version}`));
  const { strapi }: { readonly strapi: StrapiTools } = await import(fitting.module);
  return strapi;
}

function reasonOf(found: Installed | undefined): string {
  if (found === undefined) return `This needs the package ${NAME}, which is not installed.`;
  return `This needs ${NAME} ${version}, because content-gen is ${version}, but ${NAME} ${found.version} is installed.`;
}

function besideUs(): Installed | undefined {
  const folder = findPackage(dirname(fileURLToPath(import.meta.url)));
  return folder === undefined ? undefined : { version: versionIn(folder), module: NAME };
}

function inProject(root: string): Installed | undefined {
  const folder = findPackage(root);
  if (folder === undefined) return undefined;
  return { version: versionIn(folder), module: pathToFileURL(join(folder, 'dist', 'index.js')).href };
}

/** Searches as Node does for ES modules, and remembers nothing, because a command may install the package. */
function findPackage(folder: string): string | undefined {
  const path = join(folder, 'node_modules', NAME);
  if (existsSync(join(path, 'package.json'))) return path;
  return folder === dirname(folder) ? undefined : findPackage(dirname(folder));
}

function versionIn(folder: string): string {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return manifest.version;
}
