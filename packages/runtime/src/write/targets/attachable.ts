import type { Executor } from '../../database/index.js';
import type { AnyModel } from '../../model/index.js';
import type { Input } from '../input/input.js';
import type { Reference } from '../input/relation-input.js';
import { type FileLimits, heldFiles } from './held-files.js';

export interface StoredFile {
  readonly id: number;
  readonly uploader: string | null;
}

/** A caller, as far as the files that it may attach depend on it. */
export interface Attaching {
  readonly model: AnyModel;
  /** Absent for a new document. */
  readonly documentId?: string;
  readonly files?: FileLimits;
  readonly namedFiles?: () => ReadonlySet<string> | undefined;
}

/**
 * Of the stored files that an input names, by `fileKey`, those that the caller may attach. The others are as missing as
 * files that do not exist.
 */
export async function attachableFiles(
  executor: Executor,
  { model, documentId, files: reach, namedFiles }: Attaching,
  references: readonly Reference[],
  stored: ReadonlyMap<string, StoredFile>,
): Promise<ReadonlyMap<string, StoredFile>> {
  if (reach === undefined || stored.size === 0) return stored;
  const named = namedFiles?.();
  const isHidden = (reference: Reference) => {
    const file = stored.get(fileKey(reference));
    if (file === undefined || named?.has(fileKey(reference)) === false) return false;
    return !reach.mayAttach({ uploader: file.uploader, row: reference.documentId === undefined ? file.id : undefined });
  };
  const hidden = new Set(references.filter(isHidden).map(fileKey));
  if (hidden.size === 0) return stored;
  const held = documentId === undefined ? undefined : await heldFiles(executor, model, documentId, reach);
  return new Map([...stored].filter(([key, { id }]) => !hidden.has(key) || held?.has(id) === true));
}

export function fileKey({ documentId, row }: Reference): string {
  return documentId ?? String(row);
}

/** The files that an input names, by `fileKey`. */
export function filesNamedIn(input: Input): ReadonlySet<string> {
  const named = new Set<string>();
  for (const value of input.values()) {
    if (value.kind === 'media') for (const file of [...value.files, ...(value.removed ?? [])]) named.add(fileKey(file));
    if (value.kind !== 'entries') continue;
    for (const entry of value.entries) for (const key of filesNamedIn(entry.input)) named.add(key);
  }
  return named;
}
