/**
 * The caches that `serve` writes follow from the definitions, and making them takes longer than the rest of a start. So
 * the first project that is served with some definitions leaves its caches to later projects with the same ones.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { inject } from 'vitest';

/** The folders of definitions. */
const folders = ['content', 'src/api', 'src/components', 'src/extensions'];
const caches = ['definitions.json', 'format.json', 'schema.json'];

export interface SharedCache {
  /** Leaves the caches of a project that is served now. */
  leave(): void;
}

/** Gives a project the caches of an earlier one, unless it has its own. */
export function shareCache(root: string): SharedCache {
  const [left, own] = [join(inject('caches'), keyOf(root)), join(root, '.content-gen', 'cache')];
  // A test that has removed the folder is about a start without caches.
  if (!existsSync(own) || caches.some((name) => existsSync(join(own, name)))) return { leave: () => undefined };
  if (!existsSync(left)) return { leave: () => leave(own, left) };
  copy(left, own);
  return { leave: () => undefined };
}

function leave(own: string, left: string): void {
  const unfinished = mkdtempSync(`${left}-`);
  try {
    copy(own, unfinished);
    renameSync(unfinished, left);
  } catch {
    // Another worker was first, or the test has removed the project.
    rmSync(unfinished, { recursive: true });
  }
}

function copy(from: string, to: string): void {
  for (const name of caches) copyFileSync(join(from, name), join(to, name));
}

/** A hash of the definitions and the config. */
function keyOf(root: string): string {
  const hash = createHash('sha256');
  const config = readdirSync(root).filter((name) => name.startsWith('content-gen.config.'));
  for (const file of [...config, ...folders.flatMap((folder) => filesIn(root, folder))])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
