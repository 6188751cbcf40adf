import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { DefinitionCall, TypeScriptSource } from './typescript.js';

/** Definitions by the hash of their text. The cache can be deleted at any time. */
export interface DefinitionCache {
  readonly find: (text: string) => DefinitionCall | undefined;
  /** Stores the entries of the given files and drops all others. */
  readonly save: (entries: readonly (TypeScriptSource & { readonly call: DefinitionCall })[]) => Promise<void>;
}

/** Increases when the format of the cache changes. */
const layout = 1;

export async function openCache(root: string, version: string): Promise<DefinitionCache> {
  const path = join(root, '.content-gen/cache/definitions.json');
  const known = await readEntries(path, version);
  return {
    find: (text) => known.get(hashOf(text)),
    async save(entries) {
      const next = new Map(entries.map(({ text, call }) => [hashOf(text), call]));
      if (next.size === known.size && [...next.keys()].every((hash) => known.has(hash))) return;
      const temporary = `${path}.${process.pid}`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(temporary, JSON.stringify({ layout, version, entries: Object.fromEntries(next) }));
        await rename(temporary, path);
      } catch {
        // If the folder is read-only, the next run is slower but correct.
      }
    },
  };
}

interface Stored {
  readonly layout: number;
  readonly version: string;
  readonly entries: Readonly<Record<string, DefinitionCall>>;
}

async function readEntries(path: string, version: string): Promise<ReadonlyMap<string, DefinitionCall>> {
  try {
    const stored: Stored = JSON.parse(await readFile(path, 'utf8'));
    return new Map(stored.layout === layout && stored.version === version ? Object.entries(stored.entries) : []);
  } catch {
    return new Map();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
