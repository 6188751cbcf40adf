import { type Dirent, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { codeOf } from '../diagnostics/thrown.js';

/**
 * An entry of the output folder. Links are `other`, because following them would leave the folder; so are file types
 * that are never generated.
 */
export type OutputEntry =
  | { readonly kind: 'file'; readonly content: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

/** The entries of the output folder, by path relative to it, with forward slashes. */
export type OutputSnapshot = ReadonlyMap<string, OutputEntry>;

/** Synchronous, because that reads a thousand small files three times as fast. */
export function takeSnapshot(folder: string): OutputSnapshot {
  const entries = new Map<string, OutputEntry>();
  walk(folder, '', entries);
  return entries;
}

function walk(folder: string, prefix: string, entries: Map<string, OutputEntry>): void {
  for (const entry of list(folder)) {
    const path = `${prefix}${entry.name}`;
    const absolute = join(folder, entry.name);
    if (entry.isDirectory()) {
      entries.set(path, { kind: 'folder' });
      walk(absolute, `${path}/`, entries);
    } else if (entry.isFile() && /\.(ts|json)$/.test(entry.name)) {
      entries.set(path, { kind: 'file', content: unixLines(readFileSync(absolute, 'utf8')) });
    } else {
      entries.set(path, { kind: 'other' });
    }
  }
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Converts line endings, which a checkout may have changed, because that is not an edit. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
