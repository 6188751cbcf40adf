import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';

import type { Config } from '../config/index.js';
import type { RawDefinition } from '../definitions/raw.js';

/** A file with a definition, and the properties that follow from its path. */
export interface DefinitionFile extends Omit<RawDefinition, 'value'> {}

export interface Found {
  readonly files: readonly DefinitionFile[];
  /** Files that look like definitions but are in a folder for something else. */
  readonly stray: readonly string[];
}

export async function findDefinitions(config: Config): Promise<Found> {
  const files = new Map<string, DefinitionFile>();
  const stray = new Set<string>();
  for (const folder of config.content.filter((each) => existsSync(join(config.root, each)))) {
    const inside = await listFiles(config, folder);
    for (const file of inside) {
      const found = classify(folder, file);
      if (found === 'stray') stray.add(file);
      else if (found) files.set(file, found);
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)), stray: [...stray].sort() };
}

/** Paths relative to the project, with forward slashes; without hidden files, dependencies and generated code. */
async function listFiles(config: Config, folder: string): Promise<string[]> {
  const entries = await readdir(join(config.root, folder), { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const path = posix.join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || path === config.output) continue;
    if (entry.isDirectory()) files.push(...(await listFiles(config, path)));
    else files.push(path);
  }
  return files;
}

/** Classifies a file by its path: first by the layout of Strapi, then by the flat layout. Ignores other file types. */
function classify(folder: string, file: string): DefinitionFile | 'stray' | undefined {
  const extension = /(?<!\.d|\.test)\.(ts|json)$/.exec(file)?.[1];
  if (!extension) return isFlat(folder) && /\.([cm]?js|[cm]ts|[jt]sx|ya?ml)$/.test(file) ? 'stray' : undefined;
  const format = extension === 'ts' ? 'typescript' : 'json';
  // The folder may be one of Strapi's, so its name is part of the path.
  const home = basename(folder);
  const path = [home, ...posix.relative(folder, file).split('/')];
  const name = basename(file, `.${extension}`);

  const [top, group = '', contentTypes, type = '', schema] = path.slice(-5);
  if (schema === 'schema.json' && contentTypes === 'content-types') {
    const found = { kind: 'contentType', format, file, name: type, group } as const;
    if (top === 'api') return { ...found, extension: false };
    if (top === 'extensions') return { ...found, extension: true };
  }

  const [components, category = ''] = path.slice(-3);
  if (components === 'components' && path.length <= 4) {
    // A folder called components may also contain components of a user interface, so only JSON counts there.
    if (home === 'components' && format === 'typescript') return undefined;
    return { kind: 'component', format, file, name, group: category, extension: false };
  }
  if (!isFlat(folder)) return undefined;
  return path.length === 2 ? { kind: 'contentType', format, file, name, extension: false } : 'stray';
}

/** Strapi's folders contain other files too. A folder of content-gen only contains definitions. */
function isFlat(folder: string): boolean {
  return !['api', 'components', 'extensions'].includes(basename(folder));
}
