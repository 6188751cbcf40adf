import { ChevronDown, ChevronRight } from '../../design/icons.js';
import { useState } from 'react';

import { IconButton } from '../../design/button.js';
import { Checkbox, Input } from '../../design/field.js';
import { type Holder, type Use, isPopulated } from '../attribute-uses.js';
import { FieldChips } from './field-chips.js';
import { FilterEditor } from './filter-editor.js';
import { type OnEntry, type Populate, type PopulateEntry, type Selection, everything, newEntry } from './populate.js';
import { SortEditor } from './sort-editor.js';

interface PopulateEditorProps {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly from: string;
  readonly populate: Populate;
  readonly onChange: (populate: Populate) => void;
}

/** The relations, media and components of a holder, each with the parts to choose from it. */
export function PopulateEditor({ holders, from, populate, onChange }: PopulateEditorProps) {
  const uses = holders.get(from)?.attributes.filter(isPopulated) ?? [];
  const { all, entries } = populate;
  const change = (name: string, next: PopulateEntry | undefined) => {
    const isNew = entries.every((entry) => entry.name !== name);
    const kept = entries.flatMap((entry) => (entry.name === name ? (next ?? []) : [entry]));
    onChange({ all: false, entries: isNew && next !== undefined ? [...kept, next] : kept });
  };
  if (uses.length === 0) return <p className="muted small">Nothing to populate.</p>;
  return (
    <div className="stack-small">
      <Checkbox
        label="Everything on the first level (*)"
        checked={all}
        onChange={({ target: { checked } }) => onChange({ all: checked, entries: [] })}
      />
      {all
        ? null
        : uses.map((use) => (
            <Entry
              key={use.name}
              holders={holders}
              use={use}
              entry={entries.find(({ name }) => name === use.name)}
              onChange={(next) => change(use.name, next)}
            />
          ))}
    </div>
  );
}

interface EntryProps {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly use: Use;
  readonly entry: PopulateEntry | undefined;
  readonly onChange: (entry: PopulateEntry | undefined) => void;
}

function Entry({ holders, use, entry, onChange }: EntryProps) {
  const [isOpen, setOpen] = useState(entry !== undefined && hasChoices(entry));
  const hasParts = use.target !== undefined || use.choices !== undefined;
  return (
    <div className="populate-entry">
      <div className="row">
        <Checkbox
          label={
            <>
              {use.name} <span className="muted small">{use.label}</span>
            </>
          }
          checked={entry !== undefined}
          onChange={({ target: { checked } }) => {
            onChange(checked ? newEntry(use.name) : undefined);
            setOpen(checked);
          }}
        />
        <span className="grow" />
        {entry === undefined || !hasParts ? null : (
          <IconButton
            label={isOpen ? `Less of ${use.name}` : `More of ${use.name}`}
            aria-expanded={isOpen}
            small
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown /> : <ChevronRight />}
          </IconButton>
        )}
      </div>
      {entry === undefined || !isOpen || !hasParts ? null : (
        <div className="populate-parts" role="group" aria-label={`Parts of ${use.name}`}>
          <Parts holders={holders} use={use} entry={entry} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

/** Whether an entry chooses parts of its documents. */
function hasChoices({ fields, sort, filters, populate, on, limit }: PopulateEntry): boolean {
  const nested = populate.all || populate.entries.length > 0;
  return nested || fields.length + sort.length + filters.items.length + on.length > 0 || limit !== '';
}

function Parts({
  holders,
  use,
  entry,
  onChange,
}: {
  readonly holders: EntryProps['holders'];
  readonly use: Use;
  readonly entry: PopulateEntry;
  readonly onChange: (entry: PopulateEntry) => void;
}) {
  const { target, choices } = use;
  return (
    <>
      {target === undefined ? null : (
        <SelectionEditor
          holders={holders}
          from={target}
          selection={entry}
          isList={use.isList && use.canFilter}
          onChange={(next) => onChange({ ...entry, ...next })}
        />
      )}
      {target === undefined || !use.isList || !use.canFilter ? null : (
        <label className="row small">
          <span className="muted">At most</span>
          <Input
            className="input-number"
            type="number"
            min="1"
            placeholder="all"
            value={entry.limit}
            onChange={(event) => onChange({ ...entry, limit: event.target.value })}
          />
        </label>
      )}
      {choices?.map(({ name, holder }) => (
        <Choice
          key={name}
          holders={holders}
          holder={holder}
          on={entry.on.find((each) => each.name === name)}
          name={name}
          onChange={(next) => onChange({ ...entry, on: withOn(entry.on, name, next) })}
        />
      ))}
    </>
  );
}

function withOn(on: readonly OnEntry[], name: string, next: OnEntry | undefined): readonly OnEntry[] {
  const kept = on.flatMap((each) => (each.name === name ? (next ?? []) : [each]));
  return next !== undefined && on.every((each) => each.name !== name) ? [...kept, next] : kept;
}

interface ChoiceProps {
  readonly holders: EntryProps['holders'];
  readonly holder: string;
  readonly name: string;
  readonly on: OnEntry | undefined;
  readonly onChange: (on: OnEntry | undefined) => void;
}

function Choice({ holders, holder, name, on, onChange }: ChoiceProps) {
  return (
    <div className="populate-entry">
      <Checkbox
        label={name}
        checked={on !== undefined}
        onChange={({ target: { checked } }) => onChange(checked ? { ...everything, name } : undefined)}
      />
      {on === undefined ? null : (
        <div className="populate-parts">
          <SelectionEditor
            holders={holders}
            from={holder}
            selection={on}
            isList={false}
            onChange={(next) => onChange({ ...on, ...next })}
          />
        </div>
      )}
    </div>
  );
}

interface SelectionEditorProps {
  readonly holders: EntryProps['holders'];
  readonly from: string;
  readonly selection: Selection;
  readonly isList: boolean;
  readonly onChange: (part: Partial<Selection>) => void;
}

function SelectionEditor({ holders, from, selection, isList, onChange }: SelectionEditorProps) {
  const uses = holders.get(from)?.attributes ?? [];
  const fields = uses.filter(({ scalar, canFilter }) => scalar !== undefined && canFilter).map(({ name }) => name);
  const hasNested = uses.some(isPopulated);
  return (
    <>
      <FieldChips
        label={`Fields of ${from.trim()}`}
        names={fields}
        chosen={selection.fields}
        onChange={(next) => onChange({ fields: next })}
      />
      {isList ? (
        <>
          <FilterEditor
            holders={holders}
            from={from}
            group={selection.filters}
            onChange={(filters) => onChange({ filters })}
          />
          <SortEditor holders={holders} from={from} keys={selection.sort} onChange={(sort) => onChange({ sort })} />
        </>
      ) : null}
      {hasNested ? (
        <PopulateEditor
          holders={holders}
          from={from}
          populate={selection.populate}
          onChange={(populate) => onChange({ populate })}
        />
      ) : null}
    </>
  );
}
