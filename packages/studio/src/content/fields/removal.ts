import { useEffect, useRef } from 'react';

import { toast } from '../../design/toast.js';

/**
 * Removes an entry of a list, and offers to undo that for a few seconds. Undoing puts the entry back into the list as it
 * is by then, so it keeps the changes that were made meanwhile. The offer ends with the list.
 */
export function useRemoval<T>(list: readonly T[], onChange: (list: readonly T[]) => void) {
  const latest = useRef({ list, onChange });
  latest.current = { list, onChange };
  const offers = useRef(new Set<() => void>());
  useEffect(() => {
    const open = offers.current;
    return () => open.forEach((withdraw) => withdraw());
  }, []);
  return (index: number, name: string) => {
    const removed = list.slice(index, index + 1);
    onChange(list.toSpliced(index, 1));
    const run = () => {
      const { list: current, onChange: change } = latest.current;
      change(current.toSpliced(index, 0, ...removed));
    };
    offers.current.add(toast(`${name} is removed.`, { action: { label: 'Undo', run } }));
  };
}
