import { isMarked } from '../files/generated-file.js';
import { type WriteRecord, hashOf } from './record.js';
import type { OutputSnapshot } from './snapshot.js';

/** The action for one file. Paths are relative to the project. */
export type FileStep =
  | { readonly action: 'create'; readonly path: string; readonly content: string }
  | { readonly action: 'update'; readonly path: string; readonly content: string; readonly before: string }
  | { readonly action: 'keep'; readonly path: string; readonly content: string }
  | { readonly action: 'delete'; readonly path: string; readonly before: string };

/** A file that blocks the plan. */
export interface Conflict {
  /**
   * `unmarked`: a file of the user. `edited`: a generated file with edits. `blocked`: a folder or link at the path of a
   * file.
   */
  readonly kind: 'unmarked' | 'edited' | 'blocked';
  readonly path: string;
}

export interface Plan {
  /** Sorted by path. */
  readonly steps: readonly FileStep[];
  readonly conflicts: readonly Conflict[];
}

interface PlanInput {
  /** The output folder, relative to the project. */
  readonly output: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly snapshot: OutputSnapshot;
  readonly record: WriteRecord;
}

export interface Counts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}

export function countSteps({ steps }: Plan): Counts {
  const count = (...actions: FileStep['action'][]): number =>
    steps.filter(({ action }) => actions.includes(action)).length;
  return { written: count('create', 'update'), unchanged: count('keep'), removed: count('delete') };
}

/** Compares the wanted files with the output folder. */
export function planWrites({ output, files, snapshot, record }: PlanInput): Plan {
  const steps: FileStep[] = [];
  const conflicts: Conflict[] = [];
  const wanted = new Map(files.map((file) => [file.path, file.content]));

  const isEdited = (path: string, content: string): boolean => {
    const written = record.get(path);
    return written !== undefined && written !== hashOf(content);
  };

  for (const [inner, content] of wanted) {
    assertInside(inner);
    const path = `${output}/${inner}`;
    const entry = snapshot.get(inner);
    if (isBlocked(inner, snapshot)) conflicts.push({ kind: 'blocked', path });
    else if (entry?.kind !== 'file') steps.push({ action: 'create', path, content });
    else if (entry.content === content) steps.push({ action: 'keep', path, content });
    else if (!isMarked(entry.content)) conflicts.push({ kind: 'unmarked', path });
    else {
      if (isEdited(path, entry.content)) conflicts.push({ kind: 'edited', path });
      steps.push({ action: 'update', path, content, before: entry.content });
    }
  }

  for (const [inner, entry] of snapshot) {
    if (entry.kind !== 'file' || wanted.has(inner) || !isMarked(entry.content)) continue;
    const path = `${output}/${inner}`;
    if (isEdited(path, entry.content)) conflicts.push({ kind: 'edited', path });
    steps.push({ action: 'delete', path, before: entry.content });
  }

  return { steps: steps.sort(byPath), conflicts: conflicts.sort(byPath) };
}

/** Whether a folder or link is at the path, or a file or link above it. */
function isBlocked(path: string, snapshot: OutputSnapshot): boolean {
  const entry = snapshot.get(path);
  if (entry !== undefined && entry.kind !== 'file') return true;
  const parts = path.split('/');
  return parts.slice(1).some((_, index) => {
    const parent = snapshot.get(parts.slice(0, index + 1).join('/'));
    return parent !== undefined && parent.kind !== 'folder';
  });
}

function assertInside(path: string): void {
  const safe = path.split('/').every((part) => /^[\w.-]+$/.test(part) && part !== '.' && part !== '..');
  if (!safe) throw new Error(`The generated path "${path}" could leave the output folder.`);
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
