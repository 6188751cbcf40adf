import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, ArrowUpToLine, EllipsisVertical, ExternalLink, Link2, Trash2 } from '../../design/icons.js';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';

import { humanName, typeByUid } from '../../data/description.js';
import { Button, IconButton } from '../../design/button.js';
import { Menu, type MenuEntry } from '../../design/menu.js';
import { problemAt } from '../form/problems.js';
import type { Ref } from '../form/value.js';
import { Picker } from '../relations/picker.js';
import { type AttributeOf, type FieldProps, useFieldContext } from './form-context.js';
import { Group, useWritable } from './labels.js';
import { Sortable, SortableItem, moved } from './sortable.js';

/** Related documents: found by search, ordered by dragging and by keyboard. */
export function RelationField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'relation'>>) {
  const { problems, description } = useFieldContext();
  const writable = useWritable(attribute);
  const [picking, setPicking] = useState(false);
  const refs = (Array.isArray(value) ? value : []) as readonly Ref[];
  const { many, target } = attribute;
  const types = description.types.filter(({ uid, plugin }) => (target === undefined ? !plugin : uid === target));
  const without = (ref: Ref) => refs.filter(({ documentId }) => documentId !== ref.documentId);
  const name = humanName(attribute.name).toLowerCase();
  return (
    <Group attribute={attribute} note={many ? String(refs.length) : undefined} error={problemAt(problems, path, true)}>
      {refs.length === 0 ? null : <RefList attribute={attribute} refs={refs} writable={writable} onChange={onChange} />}
      {writable ? (
        <Button className="add" icon={<Link2 aria-hidden />} onClick={() => setPicking(true)}>
          {many ? `Add to ${name}` : refs.length === 0 ? `Choose ${name}` : `Change ${name}`}
        </Button>
      ) : null}
      {picking ? (
        <Picker
          title={many ? `Add to ${name}` : `Choose ${name}`}
          types={types}
          chosen={refs}
          many={many}
          onPick={(ref) => onChange(many ? [...refs, ref] : [ref])}
          onDrop={(ref) => onChange(without(ref))}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Group>
  );
}

interface RefListProps {
  readonly attribute: AttributeOf<'relation'>;
  readonly refs: readonly Ref[];
  readonly writable: boolean;
  readonly onChange: (refs: readonly Ref[]) => void;
}

const ROW = 40;

/** Renders the visible rows alone, because a list may have thousands of entries. */
function RefList({ attribute, refs, writable, onChange }: RefListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: refs.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const labels = new Map(refs.map(({ documentId, label }) => [documentId, label]));
  return (
    <div className="refs" ref={frame}>
      <Sortable
        ids={refs.map(({ documentId }) => documentId)}
        nameOf={(id) => labels.get(id) ?? id}
        onMove={(from, to) => onChange(moved(refs, from, to))}
      >
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
                  <div className="ref-row" role="listitem">
                    {handle}
                    <RefRow attribute={attribute} refs={refs} index={index} writable={writable} onChange={onChange} />
                  </div>
                )}
              </SortableItem>
            );
          })}
        </div>
      </Sortable>
    </div>
  );
}

function RefRow({ attribute, refs, index, writable, onChange }: RefListProps & { readonly index: number }) {
  const { description } = useFieldContext();
  const [, navigate] = useLocation();
  const ref = refs[index];
  if (ref === undefined) return null;
  const type = typeByUid(description, attribute.target ?? ref.type ?? '');
  const last = refs.length - 1;
  const moves: MenuEntry[] = [
    {
      label: 'Move to the start',
      icon: <ArrowUpToLine />,
      disabled: index === 0,
      onSelect: () => onChange(moved(refs, index, 0)),
    },
    {
      label: 'Move to the end',
      icon: <ArrowDownToLine />,
      disabled: index === last,
      onSelect: () => onChange(moved(refs, index, last)),
    },
  ];
  const open: MenuEntry[] =
    type === undefined || type.plugin
      ? []
      : [
          {
            label: 'Open',
            icon: <ExternalLink />,
            onSelect: () => navigate(type.single ? `/content/${type.name}` : `/content/${type.name}/${ref.documentId}`),
          },
        ];
  const remove: MenuEntry = {
    label: 'Remove',
    icon: <Trash2 />,
    danger: true,
    onSelect: () => onChange(refs.toSpliced(index, 1)),
  };
  const entries = [...open, ...(writable && attribute.many ? moves : []), ...(writable ? [remove] : [])];
  return (
    <>
      <span className="grow truncate" title={ref.label}>
        {ref.label}
      </span>
      {ref.type === undefined || type === undefined ? null : (
        <span className="muted small">{humanName(type.name)}</span>
      )}
      {entries.length === 0 ? null : (
        <Menu
          trigger={
            <IconButton small label={`Actions of ${ref.label}`}>
              <EllipsisVertical />
            </IconButton>
          }
          entries={entries}
        />
      )}
    </>
  );
}
