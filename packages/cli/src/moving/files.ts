import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { replaceFile } from '../files/replace-file.js';

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

export async function writeFiles(root: string, files: readonly PlannedFile[]): Promise<void> {
  const record = { ...readRecord(root) };
  for (const { path, content, change } of files) {
    if (change === 'keep') continue;
    if (change !== 'same') await replaceFile(join(root, path), content);
    record[path] = hashOf(content);
  }
  await replaceFile(join(root, RECORD), `${JSON.stringify(record, null, 1)}\n`);
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
