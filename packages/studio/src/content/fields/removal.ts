import { useEffect, useRef } from 'react';

import { toast } from '../../design/toast.js';
import type { ListChange } from '../form/change.js';

interface Removal<T> {
  readonly list: readonly T[];
  /** Whether the list may have more than one entry. */
  readonly many: boolean;
  readonly idOf: (entry: T) => unknown;
  readonly onChange: ListChange<T>;
}

/**
 * Removes an entry of a list, and offers to undo that for a few seconds. Undoing puts the entry back into the current
 * list, so the list keeps the changes that were made meanwhile. The offer ends when the list is not shown any more. For
 * a list of at most one entry, the offer also ends when another entry takes the place.
 */
export function useRemoval<T>({ list, many, idOf, onChange }: Removal<T>) {
  const latest = useRef(onChange);
  latest.current = onChange;
  const offers = useRef(new Set<() => void>());
  const isTaken = !many && list.length > 0;
  useEffect(() => {
    const open = offers.current;
    return () => open.forEach((withdraw) => withdraw());
  }, []);
  useEffect(() => {
    if (isTaken) offers.current.forEach((withdraw) => withdraw());
  }, [isTaken]);
  return (index: number, name: string) => {
    const removed = list.slice(index, index + 1);
    const isRemoved = (entry: T) => removed.some((each) => idOf(each) === idOf(entry));
    onChange((all) => all.filter((entry) => !isRemoved(entry)));
    // A person may have added the entry again.
    const run = () => latest.current((all) => (all.some(isRemoved) ? all : all.toSpliced(index, 0, ...removed)));
    offers.current.add(toast(`${name} is removed.`, { action: { label: 'Undo', run } }));
  };
}
