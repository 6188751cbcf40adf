import { sameValue } from './same-value.js';
import type { FormValue, FormValues } from './value.js';

/** An attribute that two people changed to different values. */
export interface Conflict {
  readonly name: string;
  readonly mine: FormValue;
  readonly theirs: FormValue;
}

interface Merge {
  /** The saved document of the other person with the changes of this form, except conflicts. */
  readonly merged: FormValues;
  readonly conflicts: readonly Conflict[];
}

/** Merges the changes of this form (`base` → `mine`) with those that were saved meanwhile (`base` → `theirs`). */
export function mergeForms(base: FormValues, mine: FormValues, theirs: FormValues): Merge {
  const conflicts: Conflict[] = [];
  const merged = Object.keys(mine).map((name) => {
    const [before, own, saved] = [base[name], mine[name], theirs[name]];
    if (sameValue(own, before) || sameValue(own, saved)) return [name, saved] as const;
    if (!sameValue(saved, before)) conflicts.push({ name, mine: own, theirs: saved });
    return [name, own] as const;
  });
  return { merged: Object.fromEntries(merged), conflicts };
}

/**
 * The values that both sides began with, if the answer to a write with the values `sent` was lost: the write may have
 * reached the server, and what it wrote there is no change of another person.
 */
export function commonBase(base: FormValues, theirs: FormValues, sent: FormValues | undefined): FormValues {
  if (sent === undefined) return base;
  const own = Object.keys(sent).filter((name) => sameValue(theirs[name], sent[name]));
  return { ...base, ...Object.fromEntries(own.map((name) => [name, sent[name]])) };
}

/** The attributes whose values differ between two forms. */
export function changedNames(before: FormValues, after: FormValues): readonly string[] {
  return Object.keys(after).filter((name) => !sameValue(before[name], after[name]));
}
