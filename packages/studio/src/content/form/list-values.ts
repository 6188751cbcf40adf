import type { Entry, FileRecord, FormValue, Ref } from './value.js';

/** The files of a media attribute. */
export function filesIn(value: FormValue): readonly FileRecord[] {
  return listIn(value);
}

/** The documents of a relation. */
export function refsIn(value: FormValue): readonly Ref[] {
  return listIn(value);
}

/** The entries of a component or a dynamic zone. */
export function entriesIn(value: FormValue): readonly Entry[] {
  return listIn(value);
}

function listIn<Item>(value: FormValue): readonly Item[] {
  // The kind of its attribute decides what a list has.
  return (Array.isArray(value) ? value : []) as readonly Item[];
}
