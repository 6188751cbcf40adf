import type { Virtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** A row of a list that scrolls so fast that nobody can use it: without its controls, which take most of the time. */
export function PassingRow({ label, top }: { readonly label: string | undefined; readonly top: number }) {
  return (
    <div className="ref" style={{ top }}>
      <div className="ref-row">
        <span className="grow truncate ref-passing">{label}</span>
      </div>
    </div>
  );
}

/** Whether rows pass by: no row of the frame before is still in sight, and the list has not come to rest since. */
export function usePassing({ range, isScrolling }: Virtualizer<HTMLDivElement, Element>): boolean {
  // Not a state, which would draw every frame twice.
  const seen = useRef({ range, isPassing: false });
  const before = seen.current;
  const isNew = range !== null && before.range !== null && !overlap(range, before.range);
  const isPassing = isScrolling && (before.isPassing || isNew);
  seen.current = { range, isPassing };
  return isPassing;
}

interface Range {
  readonly startIndex: number;
  readonly endIndex: number;
}

function overlap(one: Range, other: Range): boolean {
  return one.startIndex <= other.endIndex && other.startIndex <= one.endIndex;
}
