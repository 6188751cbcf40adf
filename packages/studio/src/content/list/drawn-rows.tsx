import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Longer pages draw only the rows in sight. */
export const MAX_DRAWN = 100;
const FIRST_DRAWN = 40;
const ROW_HEIGHT = 41;
const HEAD_HEIGHT = 35;

/** The rows in sight of a long page, and the height of those above and below. */
export function useDrawnRows(frame: RefObject<HTMLDivElement | null>, count: number) {
  const isLong = count > MAX_DRAWN;
  const rows = useVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => frame.current,
    overscan: 10,
    scrollMargin: HEAD_HEIGHT,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  if (!isLong) return { first: 0, end: count, above: 0, below: 0 };
  if (first === undefined || last === undefined) {
    // The first drawing comes before the frame has a size.
    return { first: 0, end: FIRST_DRAWN, above: 0, below: (count - FIRST_DRAWN) * ROW_HEIGHT };
  }
  const below = rows.getTotalSize() - (last.end - HEAD_HEIGHT);
  return { first: first.index, end: last.index + 1, above: first.start - HEAD_HEIGHT, below };
}

/** Stands for rows that are not drawn. */
export function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className="list-space" style={{ height }} />
    </tr>
  );
}
