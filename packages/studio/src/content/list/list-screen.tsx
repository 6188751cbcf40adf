import '../content.css';

import { Columns3, Plus } from '../../design/icons.js';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { type DescribedType, humanName, useDescription } from '../../data/description.js';
import { Button } from '../../design/button.js';
import { Checkbox, Select } from '../../design/field.js';
import { Popover } from '../../design/menu.js';
import { SearchInput } from '../../design/search-input.js';
import { EmptyState, ErrorState, Loading } from '../../design/states.js';
import { editedStatus } from '../edit/document.js';
import { Bulk } from './bulk.js';
import { DocumentTable } from './document-table.js';
import { useDocuments } from './documents.js';
import { Filters } from './filters.js';
import { type ListState, useListState } from './list-state.js';
import { Pager } from './pager.js';

/** The documents of a type: found, filtered, sorted, and changed together. */
export function ListScreen({ type }: { readonly type: DescribedType }) {
  const [state, change] = useListState(type);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [, navigate] = useLocation();
  const found = useDocuments(type, state);
  const { locale } = state;
  const create = () => navigate(`/content/${type.name}/new${locale === undefined ? '' : `?locale=${locale}`}`);
  const mayCreate = type.actions.includes('create');
  const isNarrowed = state.text !== '' || state.conditions.length > 0 || state.publication !== '';
  const name = humanName(type.name);
  return (
    <div className="content-screen">
      <header className="screen-head">
        <h1>{name}</h1>
        {found.data === undefined ? null : (
          <span className="muted">{new Intl.NumberFormat('en').format(found.data.meta.pagination.total)}</span>
        )}
        <span className="grow" />
        {mayCreate ? (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
            New {name.toLowerCase()}
          </Button>
        ) : null}
      </header>
      <ListToolbar type={type} state={state} onChange={change} />
      {chosen.length === 0 ? null : <Bulk type={type} locale={locale} chosen={chosen} onDone={() => setChosen([])} />}
      {found.isPending ? <Loading label="Loading documents" /> : null}
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data?.data.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'No document fits' : `There is no ${name.toLowerCase()} yet`}
          action={
            isNarrowed ? (
              <Button onClick={() => change({ text: '', conditions: [], publication: '' })}>
                Clear search and filters
              </Button>
            ) : mayCreate ? (
              <Button variant="primary" onClick={create}>
                Create the first one
              </Button>
            ) : null
          }
        >
          {isNarrowed ? 'Search for another word, or remove a condition.' : 'Documents that you create appear here.'}
        </EmptyState>
      ) : null}
      {found.data === undefined || found.data.data.length === 0 ? null : (
        <>
          <DocumentTable
            type={type}
            state={state}
            documents={found.data.data}
            chosen={chosen}
            onChoose={setChosen}
            onSort={(sort) => change({ sort })}
          />
          <Pager state={state} pagination={found.data.meta.pagination} onChange={change} />
        </>
      )}
    </div>
  );
}

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

function ListToolbar({ type, state, onChange }: ListToolbarProps) {
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
            .map(({ name }) => (
              <Checkbox
                key={name}
                label={humanName(name)}
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
