import { copyEntry } from '../form/blank.js';
import type { ListChange } from '../form/change.js';
import type { Entry } from '../form/value.js';
import { EntryCard } from './entry-card.js';
import { useRemoval } from './removal.js';
import { Sortable, moved } from '../inputs/sortable.js';

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly onChange: ListChange<Entry>;
  readonly path: string;
  readonly writable: boolean;
  readonly showComponent: boolean;
  /** The list has as many entries as it may have. */
  readonly isFull: boolean;
}

/** Entries that can be reordered, copied and removed; removing one can be undone. */
export function EntryList({ entries, onChange, path, writable, showComponent, isFull }: EntryListProps) {
  const remove = useRemoval({ list: entries, many: true, idOf: ({ key }) => key, onChange });
  const copy = (entry: Entry, index: number) => {
    const made = copyEntry(entry);
    onChange((all) => all.toSpliced(index + 1, 0, made));
  };
  return (
    <Sortable
      ids={entries.map(({ key }) => key)}
      nameOf={(id) => `Entry ${entries.findIndex(({ key }) => key === id) + 1}`}
      onMove={(from, to) => onChange((all) => moved(all, from, to))}
    >
      {entries.map((entry, index) => (
        <EntryCard
          key={entry.key}
          entry={entry}
          index={index}
          count={entries.length}
          writable={writable}
          showComponent={showComponent}
          path={`${path}.${index}`}
          onChange={(change) => onChange((all) => withEntry(all, entry.key, change))}
          onMove={(to) => onChange((all) => moved(all, index, to))}
          onCopy={isFull ? undefined : () => copy(entry, index)}
          onRemove={() => remove(index, `Entry ${index + 1}`)}
        />
      ))}
    </Sortable>
  );
}

/** Changes the entry with a key. An entry that was removed meanwhile does not come back. */
export function withEntry(entries: readonly Entry[], key: string, change: (entry: Entry) => Entry): readonly Entry[] {
  return entries.map((entry) => (entry.key === key ? change(entry) : entry));
}
