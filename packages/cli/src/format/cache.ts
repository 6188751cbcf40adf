import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { replaceFile } from '../files/replace-file.js';
import { version } from '../version.js';

/** Formatted text by the hash of its source. The cache can be deleted at any time. */
interface FormatCache {
  readonly get: (key: string) => string | undefined;
  /** Stores exactly these entries for the next run. */
  readonly keep: (entries: ReadonlyMap<string, string>) => Promise<void>;
}

export async function openFormatCache(root: string): Promise<FormatCache> {
  const file = join(root, '.content-gen', 'cache', 'format.json');
  const entries = await load(file);
  return {
    get: (key) => entries.get(key),
    keep: async (next) => {
      if (next.size === entries.size && [...next.keys()].every((key) => entries.has(key))) return;
      // A run without a cache is slower but correct.
      await replaceFile(file, JSON.stringify(Object.fromEntries(next))).catch(() => undefined);
    },
  };
}

export function cacheKey(fingerprint: string, path: string, content: string): string {
  return createHash('sha256').update(`${version}\0${fingerprint}\0${path}\0${content}`).digest('base64url');
}

async function load(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const entries = Object.entries(content ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(entries);
  } catch {
    // Without a readable cache, all files are formatted again.
    return new Map();
  }
}
