import type { FormValue } from './value.js';

/**
 * A new value, or a function that makes the new value from the current value. A change of a part is a function, because
 * uploads and dialogs may end after other parts were changed, whose old values must not come back.
 */
export type Change = FormValue | ((current: FormValue) => FormValue);

export function applied(change: Change, current: FormValue): FormValue {
  return typeof change === 'function' ? change(current) : change;
}

/** Changes a list: `change` gets the current list. */
export type ListChange<Item> = (change: (list: readonly Item[]) => readonly Item[]) => void;
