import { isEntry } from '../blank.js';
import type { Problems } from './problems.js';
import type { Entry, FormValue } from '../value.js';

/**
 * The problems that remain when a value changes: those of other values, and of other parts of an entry that changes.
 * Returns the same map if all problems remain, so that no field is drawn again.
 */
export function problemsAfter(problems: Problems, path: string, before: FormValue, after: FormValue): Problems {
  if (problems.size === 0) return problems;
  const changed = changedPaths(path, before, after);
  const others = [...problems].filter(([at]) => !changed.some((each) => isWithin(at, each) || isWithin(each, at)));
  return others.length === problems.size ? problems : new Map(others);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}

/** The paths of the values that changed. In a list with other entries, each place may have another entry. */
function changedPaths(path: string, before: FormValue, after: FormValue): readonly string[] {
  if (before === after) return [];
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (now.length === 0 || old.length !== now.length || now.some(({ key }, index) => key !== old[index]?.key)) {
    return [path];
  }
  return now.flatMap((entry, index) =>
    Object.keys(entry.values).flatMap((name) => {
      const change = [old[index]?.values[name], entry.values[name]] as const;
      // The path of a component that is no list has no place.
      const places = now.length === 1 ? [`${path}.${name}`] : [];
      return [...places, `${path}.${index}.${name}`].flatMap((at) => changedPaths(at, ...change));
    }),
  );
}

function entriesOf(value: FormValue): readonly Entry[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isEntry);
}
