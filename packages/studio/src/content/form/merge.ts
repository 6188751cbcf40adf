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

/** The attributes whose values differ between two forms. */
export function changedNames(before: FormValues, after: FormValues): readonly string[] {
  return Object.keys(after).filter((name) => !sameValue(before[name], after[name]));
}
