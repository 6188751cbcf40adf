import {
  type DragEndEvent,
  DndContext,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from '../../design/icons.js';
import { type CSSProperties, type ReactNode, useMemo } from 'react';

interface SortableProps {
  readonly ids: readonly string[];
  readonly onMove: (from: number, to: number) => void;
  /** The name of an entry, as screen readers say it while it moves. */
  readonly nameOf: (id: string) => string;
  readonly children: ReactNode;
}

/** A list whose entries move by dragging, and with the keyboard: Space, arrows, Space. */
export function Sortable({ ids, onMove, nameOf, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    // A key during a smooth scroll would count from a place between two rows, and so have no effect.
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  );
  const items = useMemo(() => [...ids], [ids]);
  const place = (id: unknown) => ids.indexOf(String(id));
  const end = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) onMove(place(active.id), place(over.id));
  };
  const announcements = {
    onDragStart: ({ active }: { active: { id: unknown } }) => `${nameOf(String(active.id))} is picked up.`,
    onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over === null ? undefined : `${nameOf(String(active.id))} is at place ${place(over.id) + 1} of ${ids.length}.`,
    onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      `${nameOf(String(active.id))} is dropped${over === null ? '' : ` at place ${place(over.id) + 1}`}.`,
    onDragCancel: ({ active }: { active: { id: unknown } }) => `${nameOf(String(active.id))} stays at its place.`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      // Rows of a long list appear while one is moved.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragEnd={end}
      accessibility={{ announcements }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly style?: CSSProperties;
  readonly disabled?: boolean;
  readonly children: (handle: ReactNode) => ReactNode;
}

export function SortableItem({ id, name, className, style, disabled = false, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id, disabled });
  const { tabIndex, ...rest } = attributes;
  const handle = disabled ? null : (
    <button
      type="button"
      className="drag-handle"
      aria-label={`Move ${name}`}
      tabIndex={tabIndex}
      aria-describedby={rest['aria-describedby']}
      {...listeners}
    >
      <GripVertical aria-hidden />
    </button>
  );
  return (
    <div
      ref={setNodeRef}
      className={`${className} ${isDragging ? 'is-dragging' : ''}`}
      style={{
        ...style,
        transform: [style?.transform, CSS.Translate.toString(transform)].filter(Boolean).join(' ') || undefined,
        transition,
      }}
    >
      {children(handle)}
    </div>
  );
}

/** A list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const copy = [...list];
  const [entry] = copy.splice(from, 1);
  if (entry !== undefined) copy.splice(to, 0, entry);
  return copy;
}
