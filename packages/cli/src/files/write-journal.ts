import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { codeOf } from '../diagnostics/thrown.js';

/**
 * The writes and deletes that a process is about to make, so that the next process can complete them. Paths are
 * relative to the project.
 */
export interface WriteJournal {
  readonly pid: number;
  /** In the order of the renames. The temporary file is beside its target, because a rename stays on one disk. */
  readonly writes: readonly { readonly path: string; readonly temporary: string; readonly before: Hash }[];
  readonly deletes: readonly { readonly path: string; readonly before: Hash }[];
  /** The folder that stays when the deletes have emptied it. */
  readonly top: string;
  /** Folders that did not exist before, parents first. */
  readonly folders: readonly string[];
}

/** The hash of a file. Null if the file is missing. */
type Hash = string | null;

/** The folder of journals. */
export const JOURNALS = '.content-gen';

/**
 * A journal has this name while its temporary files are written, and `stagedName` when all temporary files are
 * complete.
 */
export const stagingName = (id: string): string => `writing-${id}.staging.json`;
export const stagedName = (id: string): string => `writing-${id}.json`;

const NAME = /^writing-[0-9a-f-]{36}(\.staging)?\.json$/;

interface FoundJournal {
  readonly file: string;
  /** Absent if the process was ended while it wrote the journal, before anything else. */
  readonly journal?: WriteJournal;
  readonly isStaged: boolean;
}

export function journalsIn(root: string): readonly FoundJournal[] {
  return namesIn(join(root, JOURNALS))
    .filter((name) => NAME.test(name))
    .map((name) => {
      const file = join(root, JOURNALS, name);
      return { file, isStaged: !name.includes('.staging.'), ...readJournal(file) };
    });
}

export function carryOut(root: string, { writes, deletes, top }: WriteJournal): void {
  for (const { path, temporary } of writes) renameSync(resolve(root, temporary), resolve(root, path));
  for (const { path } of deletes) {
    rmSync(resolve(root, path));
    removeEmptyFolders(dirname(resolve(root, path)), resolve(root, top));
  }
}

/** The rest of a journal, without the files that were changed since, which belong to the user. */
export function remainder(root: string, journal: WriteJournal): WriteJournal {
  const isUnchanged = ({ path, before }: { readonly path: string; readonly before: Hash }) => {
    try {
      return hashAt(resolve(root, path)) === before;
    } catch {
      // Another kind of entry has taken the path.
      return false;
    }
  };
  const isWritten = ({ temporary }: { readonly temporary: string }) => existsSync(resolve(root, temporary));
  return {
    ...journal,
    writes: journal.writes.filter((each) => isWritten(each) && isUnchanged(each)),
    deletes: journal.deletes.filter((each) => each.before !== null && isUnchanged(each)),
  };
}

/** Removes the temporary files of a journal, and the folders that were made for them. */
export function discard(root: string, { writes, folders }: WriteJournal): void {
  for (const { temporary } of writes) rmSync(resolve(root, temporary), { force: true });
  for (const folder of folders.toReversed()) removeIfEmpty(resolve(root, folder));
}

export function hashAt(path: string): Hash {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64url');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function removeEmptyFolders(folder: string, top: string): void {
  if (folder !== top && folder.startsWith(top) && removeIfEmpty(folder)) removeEmptyFolders(dirname(folder), top);
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // The folder has other files, or is gone.
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The project has no such folder yet.
    return [];
  }
}

function readJournal(file: string): { readonly journal?: WriteJournal } {
  try {
    return { journal: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return {};
  }
}
