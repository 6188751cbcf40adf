import '../content.css';

import { Plus } from '../../design/icons.js';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { type DescribedType, humanName } from '../../data/description.js';
import { mayCreate } from '../../data/write-rights.js';
import { Button } from '../../design/button.js';
import { EmptyState, ErrorState, Loading } from '../../design/states.js';
import { useShortcut } from '../../design/shortcuts.js';
import { Bulk } from './bulk.js';
import type { Chosen } from './bulk-run.js';
import { DocumentTable } from './document-table.js';
import { useDocuments } from './documents.js';
import { type ChangeList, type ListState, useListState } from './list-state.js';
import { ListToolbar } from './list-toolbar.js';
import { Pager } from './pager.js';

/** The documents of a type: found, filtered, sorted, and changed together. */
export function ListScreen({ type }: { readonly type: DescribedType }) {
  const [state, change] = useListState(type);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [, navigate] = useLocation();
  const found = useDocuments(type, state);
  const { locale } = state;
  const create = () => navigate(`/content/${type.name}/new${locale === undefined ? '' : `?locale=${locale}`}`);
  const canCreate = mayCreate(type);
  useShortcut('n', create, canCreate);
  // Documents are chosen in one locale.
  useEffect(() => setChosen([]), [locale]);
  const name = humanName(type.name);
  return (
    <div className="content-screen">
      <header className="screen-head">
        <h1>{name}</h1>
        {found.data === undefined ? null : (
          <span className="muted">{new Intl.NumberFormat('en').format(found.data.meta.pagination.total)}</span>
        )}
        <span className="grow" />
        {canCreate ? (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
            New {name.toLowerCase()}
          </Button>
        ) : null}
      </header>
      <ListToolbar type={type} state={state} onChange={change} />
      <Bulk key={locale} type={type} locale={locale} chosen={chosen} onChoose={setChosen} />
      <ListBody
        type={type}
        state={state}
        found={found}
        chosen={chosen}
        onChoose={setChosen}
        onChange={change}
        onCreate={canCreate ? create : undefined}
      />
    </div>
  );
}

interface ListBodyProps {
  readonly type: DescribedType;
  readonly state: ListState;
  readonly found: ReturnType<typeof useDocuments>;
  readonly chosen: readonly Chosen[];
  readonly onChoose: (chosen: readonly Chosen[]) => void;
  readonly onChange: ChangeList;
  readonly onCreate: (() => void) | undefined;
}

function ListBody({ type, state, found, chosen, onChoose, onChange, onCreate }: ListBodyProps) {
  const pagination = found.data?.meta.pagination;
  const lastPage = pagination?.pageCount ?? 0;
  // The documents of the last page may have been deleted.
  const isBehindEnd = pagination !== undefined && lastPage > 0 && state.page > lastPage && !found.isPlaceholderData;
  useEffect(() => {
    if (isBehindEnd) onChange({ page: lastPage }, { replace: true });
  });
  if (found.isPending || isBehindEnd) return <Loading label="Loading documents" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.data.length === 0) {
    return <EmptyList type={type} state={state} onChange={onChange} onCreate={onCreate} />;
  }
  return (
    <>
      <div className={found.isPlaceholderData ? 'table-stale' : ''} aria-busy={found.isPlaceholderData}>
        <DocumentTable
          type={type}
          state={state}
          documents={found.data.data}
          chosen={chosen}
          onChoose={onChoose}
          onSort={(sort) => onChange({ sort })}
        />
      </div>
      <Pager state={state} pagination={found.data.meta.pagination} onChange={onChange} />
    </>
  );
}

function EmptyList({
  type,
  state,
  onChange,
  onCreate,
}: Pick<ListBodyProps, 'type' | 'state' | 'onChange' | 'onCreate'>) {
  const isNarrowed = state.text !== '' || state.conditions.length > 0 || state.publication !== '';
  if (isNarrowed) {
    const clear = () => onChange({ text: '', conditions: [], publication: '' });
    return (
      <EmptyState title="No document fits" action={<Button onClick={clear}>Clear search and filters</Button>}>
        Search for another word, or remove a condition.
      </EmptyState>
    );
  }
  const create =
    onCreate === undefined ? null : (
      <Button variant="primary" onClick={onCreate}>
        Create the first one
      </Button>
    );
  return (
    <EmptyState title={`There is no ${humanName(type.name).toLowerCase()} yet`} action={create}>
      {onCreate === undefined
        ? 'Your role may read documents of this type, and not create them.'
        : 'Documents that you create appear here.'}
    </EmptyState>
  );
}
