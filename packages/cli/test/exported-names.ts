/** The names that the files of a package export, and who imports them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { importsOf, sourcesIn } from './rooms.js';

interface Exported {
  readonly name: string;
  /** The file that declares the name, relative to the sources of its package. */
  readonly file: string;
  readonly isDefault: boolean;
}

const DECLARATION =
  /^export (default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const IMPORTED = /^(?:import|export)\s+(?:type\s)?[^'";]*?\{([^}]*)\}\s*from/gm;

function exportedNames(root: string): readonly Exported[] {
  return sourcesIn(root).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)].map(([, isDefault, name = '']) => ({
      name,
      file,
      isDefault: isDefault !== undefined,
    })),
  );
}

/** Names that several files declare: `Target: database/address.ts, write/target.ts`. Overloads are in one file. */
export function doubleNames(root: string): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of exportedNames(root)) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, { size }]) => size > 1)
    .map(([name, all]) => `${name}: ${[...all].sort().join(', ')}`)
    .sort();
}

/**
 * Exports that no other file imports: `plan/effort.ts: Cost`. `texts` are the files that may import, those of the package
 * itself and of tests. A file at the root is an entry, and what it exports with `*` is for users.
 */
export function unusedExports(root: string, texts: readonly string[]): readonly string[] {
  const imported = new Set(texts.flatMap(importedNames));
  const published = publishedFiles(root);
  return exportedNames(root)
    .filter(({ name, file, isDefault }) => !isDefault && !isEntry(file) && !published.has(file) && !imported.has(name))
    .map(({ name, file }) => `${file}: ${name}`);
}

/** The names in import lists, and all words of a file that takes names from a whole module: `values.text`. */
function importedNames(text: string): readonly string[] {
  const listed = [...text.matchAll(IMPORTED)].flatMap(([, list = '']) =>
    list.split(',').map(
      (each) =>
        each
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    ),
  );
  const loaded = /\bimport\(|^import \* as /m.test(text) ? (text.match(/\w+/g) ?? []) : [];
  return [...listed, ...loaded];
}

/** The files that entries export as a whole, also through the door of a room. */
function publishedFiles(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    const text = readFileSync(join(root, file), 'utf8');
    for (const { target, file: from } of importsOf(root)) {
      if (from !== file || found.has(target)) continue;
      const path = target.replace(/^.*\//, '').replace(/\.ts$/, '.js');
      if (!new RegExp(`export (type )?\\* from '[^']*${path}'`).test(text)) continue;
      found.add(target);
      visit(target);
    }
  };
  for (const file of sourcesIn(root)) if (isEntry(file)) visit(file);
  return found;
}

function isEntry(file: string): boolean {
  return !file.includes('/');
}
