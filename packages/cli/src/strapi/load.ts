import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { addingCommand } from '../project/package-manager.js';
import { installedVersion, packageFolder } from '../project/packages.js';
import { version } from '../version.js';
import { MissingTools } from './problem.js';
import type { StrapiTools } from './tools.js';

const NAME = '@content-gen/strapi';

interface Installed {
  readonly version: string | undefined;
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
  const folder = dirname(fileURLToPath(import.meta.url));
  if (packageFolder(folder, NAME) === undefined) return undefined;
  return { version: installedVersion(folder, NAME), module: NAME };
}

function inProject(root: string): Installed | undefined {
  const installed = packageFolder(root, NAME);
  if (installed === undefined) return undefined;
  return { version: installedVersion(root, NAME), module: pathToFileURL(join(installed, 'dist', 'index.js')).href };
}
