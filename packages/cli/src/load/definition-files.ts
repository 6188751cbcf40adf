import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';

import type { Config } from '../config/index.js';
import type { RawDefinition } from '../definitions/raw.js';
import { isSchemaFile } from '../definitions/strapi-files.js';
import { strapiName } from '../definitions/strapi-name.js';

/** A file with a definition, and the properties that follow from its path. */
export interface DefinitionFile extends Omit<RawDefinition, 'value'> {
  /** Whether the file is a module of a Strapi project that exports a schema. */
  readonly isModule: boolean;
}

interface Found {
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
  const extension = /(?<!\.d|\.test)\.([jt]s|json)$/.exec(file)?.[1];
  const strapi = extension === undefined ? undefined : classifyStrapi(folder, file, extension !== 'json');
  if (strapi !== undefined || !isFlat(folder)) return strapi;
  if (extension === undefined || extension === 'js')
    return /\.([cm]?js|[cm]ts|[jt]sx|ya?ml)$/.test(file) ? 'stray' : undefined;
  const format = extension === 'ts' ? 'typescript' : 'json';
  const name = basename(file, `.${extension}`);
  const path = posix.relative(folder, file).split('/');
  const found = { format, file, name, extension: false, isModule: false } as const;
  if (path.length === 3 && path[0] === 'components') return { ...found, kind: 'component', group: path[1] ?? '' };
  return path.length === 1 ? { ...found, kind: 'contentType' } : 'stray';
}

/** The folder may be one of Strapi's, so its name is part of the path. A module has the keys of a JSON schema. */
function classifyStrapi(folder: string, file: string, isModule: boolean): DefinitionFile | undefined {
  const home = basename(folder);
  const path = [home, ...posix.relative(folder, file).split('/')];
  const found = { format: 'json', file, isModule } as const;

  const [top, group = '', contentTypes, type = '', schema] = path.slice(-5);
  if (schema !== undefined && isSchemaFile(schema) && contentTypes === 'content-types') {
    const names = { name: strapiName(type), group: strapiName(group) };
    if (top === 'api') return { ...found, kind: 'contentType', ...names, extension: false };
    if (top === 'extensions') return { ...found, kind: 'contentType', name: type, group, extension: true };
  }
  if (home !== 'components' || path.length !== 3) return undefined;
  return {
    ...found,
    kind: 'component',
    name: basename(file).replace(/\.\w+$/, ''),
    group: path[1] ?? '',
    extension: false,
  };
}

/** Strapi's folders contain other files too. A folder of content-gen only contains definitions. */
function isFlat(folder: string): boolean {
  return !['api', 'components', 'extensions'].includes(basename(folder));
}
