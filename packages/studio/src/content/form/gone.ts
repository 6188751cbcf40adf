import { isEntry } from './blank.js';
import type { FileRecord, FormValue, FormValues, Ref } from './value.js';

/** A document or a file that values name. */
export type NamedRecord = Ref | FileRecord;

/** Values without documents and files that do not exist any more, at every depth. */
export function withoutGone(values: FormValues, isGone: (item: NamedRecord) => boolean): FormValues {
  const pairs = Object.entries(values).map(([name, value]): readonly [string, FormValue] => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (!list.some((each) => isEntry(each) || (isNamed(each) && isGone(each)))) return [name, value];
    const left = list
      .filter((each) => !(isNamed(each) && isGone(each)))
      .map((each) => (isEntry(each) ? { ...each, values: withoutGone(each.values, isGone) } : each));
    // Each list has items of the kind that it had before.
    return [name, left as FormValue];
  });
  return Object.fromEntries(pairs);
}

/** The documents and files that values name, at every depth. */
export function namedIn(values: FormValues): readonly NamedRecord[] {
  return Object.values(values).flatMap((value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return list.flatMap((each) => (isEntry(each) ? namedIn(each.values) : isNamed(each) ? [each] : []));
  });
}

export function isFile(item: NamedRecord): item is FileRecord {
  return 'mime' in item;
}

function isNamed(value: unknown): value is NamedRecord {
  return typeof value === 'object' && value !== null && 'documentId' in value;
}
