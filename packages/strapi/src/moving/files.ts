import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeTogether } from 'content-gen/tools';

/** A file of the new project. */
export interface MovedFile {
  /** Relative to the new project, with forward slashes. */
  readonly path: string;
  readonly content: string;
}

export interface PlannedFile extends MovedFile {
  /** `keep`: the file is from another hand, or was changed by one. */
  readonly change: 'create' | 'update' | 'same' | 'keep';
}

const RECORD = join('.content-gen', 'moved.json');

/** Only files that content-gen wrote, and that nobody changed since, are written again. */
export function planFiles(root: string, files: readonly MovedFile[]): readonly PlannedFile[] {
  const written = readRecord(root);
  return files.map((file) => {
    const path = join(root, file.path);
    if (!existsSync(path)) return { ...file, change: 'create' };
    const present = readFileSync(path, 'utf8');
    if (present === file.content) return { ...file, change: 'same' };
    return { ...file, change: written[file.path] === hashOf(present) ? 'update' : 'keep' };
  });
}

/** Writes the files and the record of them: all or nothing. */
export async function writeFiles(root: string, files: readonly PlannedFile[]): Promise<void> {
  const record = { ...readRecord(root) };
  const ours = files.filter(({ change }) => change !== 'keep');
  for (const { path, content } of ours) record[path] = hashOf(content);
  await writeTogether(root, {
    writes: [
      ...ours.filter(({ change }) => change !== 'same'),
      { path: RECORD, content: `${JSON.stringify(record, null, 1)}\n` },
    ],
  });
}

function readRecord(root: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(join(root, RECORD), 'utf8'));
  } catch {
    // Without a record, every existing file is from another hand.
    return {};
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}
