import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { SharedSource } from './shared-files.js';
import type { DefinitionCall } from './typescript.js';

/** A definition, and the files that it shares attributes with. */
interface CachedSource extends SharedSource {
  readonly shared: readonly SharedSource[];
}

/** Definitions by the hash of their text and that of shared files. The cache can be deleted at any time. */
interface DefinitionCache {
  readonly find: (source: CachedSource) => DefinitionCall | undefined;
  /** Stores the entries of the given files and drops all others. */
  readonly save: (entries: readonly (CachedSource & { readonly call: DefinitionCall })[]) => Promise<void>;
}

/** Increases when the format of the cache changes. */
const layout = 2;

export async function openDefinitionCache(root: string, version: string): Promise<DefinitionCache> {
  const path = join(root, '.content-gen/cache/definitions.json');
  const known = await readEntries(path, version);
  const hashOf = hasher();
  return {
    find: (source) => known.get(hashOf(source)),
    async save(entries) {
      const next = new Map(entries.map((entry) => [hashOf(entry), entry.call]));
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

/** Hashes definitions. Each shared file is hashed once, although many definitions share it. */
function hasher(): (source: CachedSource) => string {
  const known = new Map<string, string>();
  const sharedHash = ({ file, text }: SharedSource): string => {
    const hash = known.get(file) ?? sha256(text);
    known.set(file, hash);
    return hash;
  };
  // The file counts, because its imports are relative.
  return ({ file, text, shared }) =>
    shared.length === 0
      ? sha256(text)
      : sha256(JSON.stringify([file, sha256(text), ...shared.map((each) => [each.file, sharedHash(each)])]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
