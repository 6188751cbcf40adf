import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { replaceFile } from '../files/replace-file.js';

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

export async function saveRecord(root: string, record: WriteRecord): Promise<void> {
  const sorted = [...record].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`;
  const path = join(root, file);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  await replaceFile(path, content);
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}
