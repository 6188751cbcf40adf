import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Something in the output folder. Links are `other`: following one would lead out of the folder. */
export type Entry =
  { readonly kind: 'file'; readonly content: string } | { readonly kind: 'folder' } | { readonly kind: 'other' };

/** What is in the output folder, by path relative to it, with forward slashes. */
export type Snapshot = ReadonlyMap<string, Entry>;

export async function takeSnapshot(folder: string): Promise<Snapshot> {
  const entries = new Map<string, Entry>();
  await walk(folder, '', entries);
  return entries;
}

async function walk(folder: string, prefix: string, entries: Map<string, Entry>): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  await Promise.all(
    found.map(async (entry) => {
      const path = `${prefix}${entry.name}`;
      const place = join(folder, entry.name);
      if (entry.isDirectory()) {
        entries.set(path, { kind: 'folder' });
        await walk(place, `${path}/`, entries);
      } else if (entry.isFile()) {
        entries.set(path, { kind: 'file', content: unixLines(await readFile(place, 'utf8')) });
      } else {
        entries.set(path, { kind: 'other' });
      }
    }),
  );
}

/** A checkout may have changed line ends; that is nobody's edit. */
function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
