import { ArrowDown, ArrowUp, ChevronRight, Copy, EllipsisVertical, Trash2 } from '../../design/icons.js';
import { useCallback, useRef, useState } from 'react';

import { Badge } from '../../design/badge.js';
import { IconButton } from '../../design/button.js';
import { Menu } from '../../design/menu.js';
import { type Change, applied } from '../form/change.js';
import { labelAttribute } from '../form/label.js';
import { problemCount } from '../form/problems/problems.js';
import type { Entry } from '../form/value.js';
import { useFieldContext } from '../inputs/form-context.js';
import { SortableItem } from '../inputs/sortable.js';

interface EntryFieldsProps {
  readonly entry: Entry;
  readonly onChange: (change: (entry: Entry) => Entry) => void;
  readonly path: string;
}

/** The attributes of an entry. */
export function EntryFields({ entry, onChange, path }: EntryFieldsProps) {
  const { description, parts } = useFieldContext();
  const attributes = description.components[entry.component]?.attributes ?? [];
  const latest = useRef(onChange);
  latest.current = onChange;
  const change = useCallback((name: string, next: Change) => {
    latest.current((current) => ({
      ...current,
      values: { ...current.values, [name]: applied(next, current.values[name]) },
    }));
  }, []);
  return <parts.AttributeFields attributes={attributes} values={entry.values} path={path} onChange={change} />;
}

interface EntryCardProps extends EntryFieldsProps {
  readonly index: number;
  readonly count: number;
  readonly writable: boolean;
  /** In a dynamic zone, entries have different components. */
  readonly showComponent: boolean;
  readonly onMove: (to: number) => void;
  /** Absent if the list is full. */
  readonly onCopy: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** An entry of a list: it collapses, moves, and can be copied and removed. */
export function EntryCard({
  entry,
  index,
  count,
  writable,
  showComponent,
  path,
  onChange,
  onMove,
  onCopy,
  onRemove,
}: EntryCardProps) {
  const { problems, description } = useFieldContext();
  const problemsHere = problemCount(problems, path);
  const ownProblem = problems.get(path);
  const { isOpen, wasOpen, setOpen } = useOpening(entry.id === undefined, problemsHere > 0, path);
  const name = entryName(entry, description.components[entry.component]?.attributes ?? []);
  return (
    <SortableItem id={entry.key} name={`entry ${index + 1}`} className="entry" disabled={!writable}>
      {(handle) => (
        <>
          <div className="entry-head">
            {handle}
            <button type="button" className="entry-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <ChevronRight aria-hidden className="entry-chevron" />
              {showComponent ? (
                <Badge>{description.components[entry.component]?.label ?? entry.component}</Badge>
              ) : null}
              <span className="truncate">{name ?? `Entry ${index + 1}`}</span>
            </button>
            {problemsHere > 0 ? <Badge tone="danger">{problemsHere}</Badge> : null}
            {writable ? (
              <Menu
                trigger={
                  <IconButton small label={`Actions of entry ${index + 1}`}>
                    <EllipsisVertical />
                  </IconButton>
                }
                entries={[
                  { label: 'Duplicate', icon: <Copy />, disabled: onCopy === undefined, onSelect: () => onCopy?.() },
                  { label: 'Move up', icon: <ArrowUp />, disabled: index === 0, onSelect: () => onMove(index - 1) },
                  {
                    label: 'Move down',
                    icon: <ArrowDown />,
                    disabled: index === count - 1,
                    onSelect: () => onMove(index + 1),
                  },
                  'line',
                  { label: 'Remove', icon: <Trash2 />, danger: true, onSelect: onRemove },
                ]}
              />
            ) : null}
          </div>
          {wasOpen ? (
            <div className="entry-body" data-path={path} hidden={!isOpen}>
              {ownProblem === undefined ? null : <p className="field-error">{ownProblem}</p>}
              <EntryFields entry={entry} onChange={onChange} path={path} />
            </div>
          ) : null}
        </>
      )}
    </SortableItem>
  );
}

/**
 * A new entry is open. A refused save opens each entry with a problem, which stays open while the problem is mended; and
 * so does going to a value in it.
 */
function useOpening(isNew: boolean, hasProblem: boolean, path: string) {
  const { refusals, aim } = useFieldContext();
  const [isOpen, setOpen] = useState(isNew || hasProblem);
  const [seen, setSeen] = useState(refusals);
  if (seen !== refusals) {
    setSeen(refusals);
    if (hasProblem) setOpen(true);
  }
  const [seenAim, setSeenAim] = useState(aim);
  if (seenAim !== aim) {
    setSeenAim(aim);
    if (aim !== undefined && `${aim.path}.`.startsWith(`${path}.`)) setOpen(true);
  }
  // Closing hides the fields, because they have more than their values: half a date, the history of a text, an upload.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return { isOpen, wasOpen, setOpen };
}

function entryName({ values }: Entry, attributes: Parameters<typeof labelAttribute>[0]): string | undefined {
  const name = labelAttribute(attributes);
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
