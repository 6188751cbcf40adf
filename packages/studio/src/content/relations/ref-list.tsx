import { useDndContext } from '@dnd-kit/core';
import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useRef, useState } from 'react';

import type { AttributeOf } from '../fields/form-context.js';
import { Sortable, SortableItem, moved } from '../fields/sortable.js';
import type { Ref } from '../form/value.js';
import { PlaceDialog } from './place-dialog.js';
import { RefRow } from './ref-row.js';

interface RefListProps {
  readonly attribute: AttributeOf<'relation'>;
  readonly refs: readonly Ref[];
  readonly writable: boolean;
  readonly onChange: (refs: readonly Ref[]) => void;
  readonly onRemove: (index: number, name: string) => void;
}

/** Related documents in their order, which may be thousands. */
export function RefList(props: RefListProps) {
  const { refs, onChange } = props;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div className="refs" ref={frame}>
      <Sortable
        ids={refs.map(({ documentId }) => documentId)}
        nameOf={(id) => refs.find(({ documentId }) => documentId === id)?.label ?? id}
        onMove={(from, to) => onChange(moved(refs, from, to))}
      >
        <Rows {...props} frame={frame} />
      </Sortable>
    </div>
  );
}

const ROW = 40;

/** Renders the visible rows, and the one that is moved: its drag would end with it. */
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
  const move = (from: number, to: number) => {
    onChange(moved(refs, from, to));
    rows.scrollToIndex(to);
  };
  const placed = placing === undefined ? undefined : refs[placing];
  return (
    <div className="refs-space" role="list" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const ref = refs[index];
        if (ref === undefined) return null;
        return (
          <SortableItem
            key={ref.documentId}
            id={ref.documentId}
            name={ref.label}
            className="ref"
            disabled={!writable || !attribute.many}
            style={{ top: start }}
          >
            {(handle) => (
              <div className="ref-row" role="listitem" aria-posinset={index + 1} aria-setsize={refs.length}>
                {handle}
                <RefRow
                  item={ref}
                  target={attribute.target}
                  index={index}
                  count={refs.length}
                  {...(writable && attribute.many
                    ? { onMove: (to) => move(index, to), onPlace: () => setPlacing(index) }
                    : {})}
                  {...(writable ? { onRemove: () => onRemove(index, ref.label) } : {})}
                />
              </div>
            )}
          </SortableItem>
        );
      })}
      {placing === undefined || placed === undefined ? null : (
        <PlaceDialog
          name={placed.label}
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

function withRow(rows: readonly number[], row: number): number[] {
  return row < 0 || rows.includes(row) ? [...rows] : [...rows, row].sort((one, other) => one - other);
}
