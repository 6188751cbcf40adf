import { copyEntry } from '../form/blank.js';
import type { Entry } from '../form/value.js';
import { EntryCard } from './entry-card.js';
import { useRemoval } from './removal.js';
import { Sortable, moved } from './sortable.js';

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly path: string;
  readonly writable: boolean;
  readonly showComponent: boolean;
}

/** Entries that can be reordered, copied and removed; removing one can be undone. */
export function EntryList({ entries, onChange, path, writable, showComponent }: EntryListProps) {
  const remove = useRemoval(entries, onChange);
  return (
    <Sortable
      ids={entries.map(({ key }) => key)}
      nameOf={(id) => `Entry ${entries.findIndex(({ key }) => key === id) + 1}`}
      onMove={(from, to) => onChange(moved(entries, from, to))}
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
          onChange={(next) => onChange(entries.with(index, next))}
          onMove={(to) => onChange(moved(entries, index, to))}
          onCopy={() => onChange(entries.toSpliced(index + 1, 0, copyEntry(entry)))}
          onRemove={() => remove(index, `Entry ${index + 1}`)}
        />
      ))}
    </Sortable>
  );
}
