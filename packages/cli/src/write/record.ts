import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The hash of each written file, by path relative to the project. Local to one checkout, never committed. */
export type WriteRecord = ReadonlyMap<string, string>;

const file = join('.content-gen', 'written.json');

export async function readRecord(root: string): Promise<WriteRecord> {
  try {
    const content: unknown = JSON.parse(await readFile(join(root, file), 'utf8'));
    return new Map(
      Object.entries(content ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // Without a readable record, earlier runs are unknown.
    return new Map();
  }
}

/** The file of a record, if the record differs from the former record. */
export async function recordFile(
  root: string,
  record: WriteRecord,
): Promise<readonly { readonly path: string; readonly content: string }[]> {
  const sorted = [...record].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`;
  const before = await readFile(join(root, file), 'utf8').catch(() => undefined);
  return before === content ? [] : [{ path: file, content }];
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}
