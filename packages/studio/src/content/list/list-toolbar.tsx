import { Columns3 } from '../../design/icons.js';
import { useEffect, useState } from 'react';

import { type DescribedType, useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Checkbox, Select } from '../../design/field.js';
import { Popover } from '../../design/menu.js';
import { SearchInput } from '../../design/search-input.js';
import { editedStatus } from '../document/document.js';
import { Filters } from './filters.js';
import type { ListState } from './list-state.js';

interface ListToolbarProps {
  readonly type: DescribedType;
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}

const PUBLICATIONS: readonly (readonly [string, string])[] = [
  ['', 'Every status'],
  ['never-published', 'Drafts'],
  ['modified', 'Modified'],
  ['unmodified', 'Published'],
];

/** Search, filters, status, locale and columns of a list. */
export function ListToolbar({ type, state, onChange }: ListToolbarProps) {
  const { locales } = useDescription();
  return (
    <div className="toolbar">
      <SearchBox text={state.text} onChange={(text) => onChange({ text })} />
      <Filters type={type} conditions={state.conditions} onChange={(conditions) => onChange({ conditions })} />
      {editedStatus(type) === 'draft' && type.draftAndPublish ? (
        <Select
          className="input-short"
          aria-label="Status"
          value={state.publication}
          onChange={(event) => onChange({ publication: event.target.value })}
        >
          {PUBLICATIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ) : null}
      {type.localized ? (
        <Select
          className="input-short"
          aria-label="Locale"
          value={state.locale}
          onChange={(event) => onChange({ locale: event.target.value })}
        >
          {locales.all.map((locale) => (
            <option key={locale}>{locale}</option>
          ))}
        </Select>
      ) : null}
      <Popover trigger={<Button icon={<Columns3 aria-hidden />}>Columns</Button>} label="Columns">
        <div className="columns">
          {type.attributes
            .filter(({ readable }) => readable)
            .map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                checked={state.columns.includes(name)}
                onChange={(event) =>
                  onChange({
                    columns: event.target.checked
                      ? [...state.columns, name]
                      : state.columns.filter((each) => each !== name),
                    page: state.page,
                  })
                }
              />
            ))}
        </div>
      </Popover>
    </div>
  );
}

const TYPING_MS = 250;

/** Searches when its user pauses, because each search is a request. */
function SearchBox({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return <SearchInput isMain label="Search documents" placeholder="Search" value={typed} onChange={setTyped} />;
}
