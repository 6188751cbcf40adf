import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

import { isAlive } from './live-process.js';
import { undivided } from './undivided.js';
import {
  JOURNALS,
  type WriteJournal,
  carryOut,
  discard,
  hashAt,
  journalsIn,
  remainder,
  stagedName,
  stagingName,
} from './write-journal.js';

/** Files to write and to delete. Paths are absolute, or relative to the project. */
interface Changes {
  readonly writes: readonly { readonly path: string; readonly content: string }[];
  readonly deletes?: readonly string[];
  /** The folder that stays when the deletes have emptied it. */
  readonly top?: string;
}

/** Journals of this process. Another process may have had the same id. */
const own = new Set<string>();

/**
 * Writes all files or none, also on a full disk and at Ctrl-C. Every content is on the disk before the first file is
 * replaced. If the process is killed between two files, `completeWrites` of the next run ends its work.
 */
export async function writeTogether(root: string, changes: Changes): Promise<void> {
  if (changes.writes.length + (changes.deletes?.length ?? 0) > 0) await undivided(() => write(root, changes));
}

/**
 * Ends the work of killed processes. Returns whether files were replaced. Call `completeWrites` before files are
 * planned.
 */
export async function completeWrites(root: string): Promise<boolean> {
  const abandoned = journalsIn(root).filter(
    ({ file, journal }) => !own.has(file) && (journal === undefined || !isRunning(journal.pid)),
  );
  if (abandoned.length === 0) return false;
  return undivided(() => {
    for (const { file, journal, isStaged } of abandoned) {
      if (journal !== undefined) {
        if (isStaged) carryOut(root, remainder(root, journal));
        discard(root, journal);
      }
      rmSync(file, { force: true });
    }
    return abandoned.some(({ isStaged }) => isStaged);
  });
}

function write(root: string, changes: Changes): void {
  const id = randomUUID();
  const [staging, staged] = [join(root, JOURNALS, stagingName(id)), join(root, JOURNALS, stagedName(id))];
  const journal = journalOf(root, changes);
  own.add(staging).add(staged);
  try {
    mkdirSync(join(root, JOURNALS), { recursive: true });
    writeFileSync(staging, JSON.stringify(journal));
    for (const folder of journal.folders) mkdirSync(resolve(root, folder), { recursive: true });
    for (const [index, { temporary }] of journal.writes.entries()) {
      writeFileSync(resolve(root, temporary), changes.writes[index]?.content ?? '');
    }
    // From here on, the next run completes the work instead of undoing it. A rename needs no space.
    renameSync(staging, staged);
  } catch (error) {
    discard(root, journal);
    rmSync(staging, { force: true });
    throw error;
  }
  carryOut(root, journal);
  rmSync(staged, { force: true });
}

function journalOf(root: string, { writes, deletes = [], top = '.' }: Changes): WriteJournal {
  const inProject = (path: string) => relative(root, resolve(root, path));
  const targets = writes.map(({ path }) => {
    const target = resolve(root, path);
    const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
    return { path: inProject(path), temporary: inProject(temporary), before: hashAt(target) };
  });
  return {
    pid: process.pid,
    writes: targets,
    deletes: deletes.map((path) => ({ path: inProject(path), before: hashAt(resolve(root, path)) })),
    top: inProject(top),
    folders: missingFolders(writes.map(({ path }) => dirname(resolve(root, path)))).map(inProject),
  };
}

/** Parents first. */
function missingFolders(folders: readonly string[]): readonly string[] {
  const missing = new Set<string>();
  for (const folder of folders) {
    const chain: string[] = [];
    for (let each = folder; !existsSync(each) && !missing.has(each); each = dirname(each)) chain.unshift(each);
    for (const each of chain) missing.add(each);
  }
  return [...missing];
}

function isRunning(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}
