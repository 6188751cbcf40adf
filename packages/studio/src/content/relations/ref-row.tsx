import { useLocation } from 'wouter';

import { mayOpen, typeByUid } from '../../data/description.js';
import { IconButton } from '../../design/button.js';
import {
  ArrowDownToLine,
  ArrowUpDown,
  ArrowUpToLine,
  EllipsisVertical,
  ExternalLink,
  Trash2,
} from '../../design/icons.js';
import { Menu, type MenuEntry } from '../../design/menu.js';
import { documentAddress } from '../address.js';
import { useFieldContext } from '../inputs/form-context.js';
import type { Ref } from '../form/value.js';

interface RefRowProps {
  readonly item: Ref;
  /** `undefined` while the label loads. */
  readonly label: string | undefined;
  /** Names the entry also without a label. */
  readonly name: string;
  /** The type of all entries; `undefined` where each has its own. */
  readonly target: string | undefined;
  readonly index: number;
  readonly count: number;
  /** Absent where the order cannot be changed. */
  readonly onMove?: (to: number) => void;
  readonly onPlace?: () => void;
  readonly onRemove?: () => void;
}

/** A related document, and what can be done with it. */
export function RefRow({ item, label, name, target, index, count, onMove, onPlace, onRemove }: RefRowProps) {
  const { description, locale } = useFieldContext();
  const [, navigate] = useLocation();
  const type = typeByUid(description, target ?? item.type ?? '');
  const entries: MenuEntry[] = [];
  if (type !== undefined && !type.plugin && mayOpen(type)) {
    const path = documentAddress(type, item.documentId, locale);
    entries.push({ label: 'Open', icon: <ExternalLink />, onSelect: () => navigate(path) });
  }
  if (onMove !== undefined && onPlace !== undefined) {
    const last = count - 1;
    const [isFirst, isLast] = [index === 0, index === last];
    entries.push(
      { label: 'Move to the start', icon: <ArrowUpToLine />, disabled: isFirst, onSelect: () => onMove(0) },
      { label: 'Move to the end', icon: <ArrowDownToLine />, disabled: isLast, onSelect: () => onMove(last) },
      { label: 'Move to a place…', icon: <ArrowUpDown />, disabled: last === 0, onSelect: onPlace },
    );
  }
  if (onRemove !== undefined) entries.push({ label: 'Remove', icon: <Trash2 />, danger: true, onSelect: onRemove });
  return (
    <>
      <span className="grow truncate" title={label}>
        {label ?? <span className="skeleton ref-loading" />}
      </span>
      {item.type === undefined || type === undefined ? null : <span className="muted small">{type.label}</span>}
      {entries.length === 0 ? null : (
        <Menu
          trigger={
            <IconButton small label={`Actions of ${name}`}>
              <EllipsisVertical />
            </IconButton>
          }
          entries={entries}
        />
      )}
    </>
  );
}
