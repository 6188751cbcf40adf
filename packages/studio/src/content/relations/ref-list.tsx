import { useDndContext } from '@dnd-kit/core';
import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';

import type { AttributeOf } from '../inputs/form-context.js';
import { Sortable, SortableItem, moved } from '../inputs/sortable.js';
import type { ListChange } from '../form/change.js';
import type { Ref } from '../form/value.js';
import { PassingRow, usePassing } from './passing-row.js';
import { PlaceDialog } from './place-dialog.js';
import { useRefLabels } from './ref-labels.js';
import { RefRow } from './ref-row.js';

interface RefListProps {
  readonly attribute: AttributeOf<'relation'>;
  readonly refs: readonly Ref[];
  readonly writable: boolean;
  readonly onChange: ListChange<Ref>;
  readonly onRemove: (index: number, name: string) => void;
}

/** Related documents in their order, which may be thousands. */
export function RefList(props: RefListProps) {
  const { attribute, refs, onChange } = props;
  const frame = useRef<HTMLDivElement>(null);
  // The same list while other fields change, otherwise each key that is pressed there would sort thousands of entries.
  const ids = useMemo(() => refs.map(({ documentId }) => documentId), [refs]);
  const known = useRefLabels([], attribute.target);
  const nameOf = (id: string) => {
    const place = refs.findIndex(({ documentId }) => documentId === id);
    const ref = refs[place];
    return ref === undefined ? id : nameAt(place, known(ref));
  };
  return (
    <div className="refs" ref={frame}>
      <Sortable ids={ids} nameOf={nameOf} onMove={(from, to) => onChange((all) => moved(all, from, to))}>
        <Rows {...props} frame={frame} />
      </Sortable>
    </div>
  );
}

const ROW = 40;
/** Labels load in pages, so that scrolling slowly does not send a request for each row. */
const PAGE = 25;

/** How people and screen readers name an entry whose label is not loaded yet. */
function nameAt(index: number, label: string | undefined): string {
  return label ?? `document ${index + 1}`;
}

/** Renders the visible rows and the row that is moved, because removing that row would end the drag. */
function Rows({ attribute, refs, writable, onChange, onRemove, frame }: RefListProps & Framed) {
  const { active } = useDndContext();
  const moving = active === null ? -1 : refs.findIndex(({ documentId }) => documentId === active.id);
  const [placing, setPlacing] = useState<number>();
  const rows = useVirtualizer({
    count: refs.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 8,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), moving), [moving]),
  });
  const isPassing = usePassing(rows);
  const move = (from: number, to: number) => {
    onChange((all) => moved(all, from, to));
    rows.scrollToIndex(to);
  };
  const placed = placing === undefined ? undefined : refs[placing];
  const items = rows.getVirtualItems();
  const seen = isPassing ? [] : pagesOf(refs, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const labelOf = useRefLabels(seen, attribute.target);
  return (
    <div className="refs-space" role="list" style={{ height: rows.getTotalSize() }}>
      {items.map(({ index, start }) => {
        const ref = refs[index];
        if (ref === undefined) return null;
        const label = labelOf(ref);
        const name = nameAt(index, label);
        if (isPassing && index !== moving) return <PassingRow key={ref.documentId} label={label} top={start} />;
        return (
          <SortableItem
            key={ref.documentId}
            id={ref.documentId}
            name={name}
            className="ref"
            disabled={!writable || !attribute.many}
            style={{ top: start }}
          >
            {(handle) => (
              <div className="ref-row" role="listitem" aria-posinset={index + 1} aria-setsize={refs.length}>
                {handle}
                <RefRow
                  item={ref}
                  label={label}
                  name={name}
                  target={attribute.target}
                  index={index}
                  count={refs.length}
                  {...(writable && attribute.many
                    ? { onMove: (to) => move(index, to), onPlace: () => setPlacing(index) }
                    : {})}
                  {...(writable ? { onRemove: () => onRemove(index, name) } : {})}
                />
              </div>
            )}
          </SortableItem>
        );
      })}
      {placing === undefined || placed === undefined ? null : (
        <PlaceDialog
          name={nameAt(placing, labelOf(placed))}
          place={placing + 1}
          count={refs.length}
          onPlace={(place) => move(placing, place - 1)}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </div>
  );
}

interface Framed {
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
}

/** The entries of all pages that have a row in sight. */
function pagesOf(refs: readonly Ref[], first: number, last: number): readonly Ref[] {
  return refs.slice(Math.floor(first / PAGE) * PAGE, (Math.floor(last / PAGE) + 1) * PAGE);
}

function withRow(rows: readonly number[], row: number): number[] {
  return row < 0 || rows.includes(row) ? [...rows] : [...rows, row].sort((one, other) => one - other);
}
