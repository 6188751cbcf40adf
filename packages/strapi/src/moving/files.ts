import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeTogether } from 'content-gen/tools';

import { problemsIn } from './stubs/problems.js';

/** A file of the new project. */
export interface MovedFile {
  /** Relative to the new project, with forward slashes. */
  readonly path: string;
  readonly content: string;
}

export interface PlannedFile extends MovedFile {
  /** `keep`: somebody else wrote or changed the file. `deleted`: a stub that somebody removed. */
  readonly change: 'create' | 'update' | 'same' | 'keep' | 'deleted';
}

interface WrittenFiles {
  /** The hash of each file when a move wrote it, by its path. */
  readonly files: Readonly<Record<string, string>>;
  /** The messages of all stubs that were written. */
  readonly stubs: readonly string[];
}

const RECORD = join('.content-gen', 'moved.json');

/** Only files that content-gen wrote, and that nobody changed since, are written again. */
export function planFiles(root: string, files: readonly MovedFile[]): readonly PlannedFile[] {
  const written = readRecord(root).files;
  return files.map((file) => {
    const path = join(root, file.path);
    const isGone = isStub(file.path) && written[file.path] !== undefined;
    if (!existsSync(path)) return { ...file, change: isGone ? 'deleted' : 'create' };
    const present = readFileSync(path, 'utf8');
    if (present === file.content) return { ...file, change: 'same' };
    const isOurs = written[file.path] === hashOf(present) || isSigned(present);
    return { ...file, change: isOurs ? 'update' : 'keep' };
  });
}

/** Writes the files and the record of the files: all or nothing. */
export async function writeFiles(root: string, files: readonly PlannedFile[]): Promise<void> {
  const before = readRecord(root);
  const ours = files.filter(({ change }) => change !== 'keep' && change !== 'deleted');
  const hashes = ours.map(({ path, content }) => [path, hashOf(content)] as const);
  const stubs = new Set([...before.stubs, ...ours.flatMap(({ content }) => problemsIn(content))]);
  const record: WrittenFiles = { files: { ...before.files, ...Object.fromEntries(hashes) }, stubs: [...stubs] };
  await writeTogether(root, {
    writes: [
      ...ours.filter(({ change }) => change !== 'same'),
      { path: RECORD, content: `${JSON.stringify(record, null, 1)}\n` },
    ],
  });
}

/** Stubs leave the project one by one. The config and the app stay, and a missing one is written again. */
export function isStub(path: string): boolean {
  return path === 'src/hooks.ts' || path.startsWith('src/moved/');
}

export function readRecord(root: string): WrittenFiles {
  try {
    const { files, stubs }: Partial<WrittenFiles> = JSON.parse(readFileSync(join(root, RECORD), 'utf8'));
    return { files: files ?? {}, stubs: stubs ?? [] };
  } catch {
    // Without a record, every existing file is from another hand.
    return { files: {}, stubs: [] };
  }
}

/**
 * The record is no part of the repository. The signature of a text shows also in a fresh clone that nobody changed the
 * text.
 */
export function signed(text: string): string {
  return `${text}\n<!-- ${hashOf(text)} -->\n`;
}

function isSigned(content: string): boolean {
  const at = content.lastIndexOf('\n<!-- ');
  return at >= 0 && content === signed(content.slice(0, at));
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}
