import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

import type { Config } from '../config/index.js';
import { findDefinitions } from './definition-files.js';

/** Files that definitions import, and their imports, with their text by path. */
export type SharedFiles = ReadonlyMap<string, string>;

export interface SharedSource {
  readonly file: string;
  readonly text: string;
}

/** The files that the definitions of a project may share, to watch them. Some may not exist yet. */
export async function sharedPaths(config: Config): Promise<readonly string[]> {
  const { files } = await findDefinitions(config);
  const sources = files.filter(({ format, isModule }) => format === 'typescript' || isModule);
  const read = await Promise.all(sources.map(({ file }) => readIfThere(config.root, file)));
  const present = read.flat();
  const shared = await readSharedFiles(config.root, present);
  const all = [...present, ...[...shared].map(([file, text]) => ({ file, text }))];
  return [...new Set(all.flatMap(importedPaths))];
}

/** Reads the files below `root` that the sources import by a relative path, and the files that those files import. */
export async function readSharedFiles(root: string, sources: readonly SharedSource[]): Promise<SharedFiles> {
  const found = new Map<string, string>();
  const asked = new Set<string>();
  let next = sources;
  while (next.length > 0) {
    const paths = [...new Set(next.flatMap((source) => importedPaths(source)))].filter((path) => !asked.has(path));
    for (const path of paths) asked.add(path);
    next = (await Promise.all(paths.map((file) => readIfThere(root, file)))).flat();
    for (const { file, text } of next) found.set(file, text);
  }
  return found;
}

async function readIfThere(root: string, file: string): Promise<SharedSource[]> {
  try {
    return [{ file, text: await readFile(join(root, file), 'utf8') }];
  } catch {
    return [];
  }
}

/** The shared files that the text of one source depends on, in a fixed order. */
export function sharedWith(source: SharedSource, shared: SharedFiles): readonly SharedSource[] {
  const found = new Map<string, string>();
  const visit = (each: SharedSource): void => {
    for (const file of importedPaths(each)) {
      const text = shared.get(file);
      if (text === undefined || found.has(file)) continue;
      found.set(file, text);
      visit({ file, text });
    }
  };
  visit(source);
  return [...found].map(([file, text]) => ({ file, text }));
}

/**
 * The paths that an import may mean; the first path that exists counts. Empty if the import leads out of the project.
 */
export function importPaths(from: string, specifier: string): readonly string[] {
  const path = posix.join(posix.dirname(from), specifier);
  if (!specifier.startsWith('.') || path.startsWith('..')) return [];
  if (path.endsWith('.ts')) return [path];
  if (path.endsWith('.js')) return [path.replace(/js$/, 'ts'), path];
  return [`${path}.ts`, `${path}.js`, `${path}/index.ts`];
}

/** Also finds imports in comments: to read one more file does no harm. */
function importedPaths({ file, text }: SharedSource): readonly string[] {
  return [...text.matchAll(/\bfrom\s*(['"])(\.[^'"\n]*)\1/g)].flatMap(([, , specifier = '']) =>
    importPaths(file, specifier),
  );
}
