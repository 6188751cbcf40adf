import { ChevronLeft, ChevronRight } from '../../design/icons.js';
import { type KeyboardEvent, useEffect, useState } from 'react';

import { useDescription } from '../../data/description.js';
import { IconButton } from '../../design/button.js';
import { Input, Select } from '../../design/field.js';
import { type ListState, pageSizes } from './list-state.js';

interface PagerProps {
  readonly state: ListState;
  readonly pagination: { readonly total: number; readonly pageCount: number };
  readonly onChange: (change: Partial<ListState>) => void;
}

const numbers = new Intl.NumberFormat('en');

export function Pager({ state, pagination, onChange }: PagerProps) {
  const { api } = useDescription();
  const { page, pageSize } = state;
  const { total, pageCount } = pagination;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className="pager" aria-label="Pages">
      <Select
        className="input-short"
        aria-label="Documents on a page"
        value={pageSize}
        onChange={(event) => onChange({ pageSize: Number(event.target.value) })}
      >
        {pageSizes(api.maxLimit, pageSize).map((size) => (
          <option key={size} value={size}>
            {size} on a page
          </option>
        ))}
      </Select>
      <span className="grow" />
      <span className="muted small">
        {numbers.format(first)}–{numbers.format(Math.min(first + pageSize - 1, total))} of {numbers.format(total)}
      </span>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onChange({ page: page - 1 })}>
        <ChevronLeft />
      </IconButton>
      {pageCount > 2 ? (
        <PageNumber page={page} pageCount={pageCount} onChange={(next) => onChange({ page: next })} />
      ) : null}
      <IconButton label="Next page" disabled={page >= pageCount} onClick={() => onChange({ page: page + 1 })}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}

interface PageNumberProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onChange: (page: number) => void;
}

/** A list of a hundred thousand documents has too many pages to turn one by one. */
function PageNumber({ page, pageCount, onChange }: PageNumberProps) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const turn = () => {
    const next = Math.min(Math.max(1, Math.trunc(Number(text)) || page), pageCount);
    setText(String(next));
    if (next !== page) onChange(next);
  };
  return (
    <span className="row small muted">
      <Input
        className="pager-number"
        inputMode="numeric"
        aria-label={`Page, from 1 to ${numbers.format(pageCount)}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={turn}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && turn()}
      />
      of {numbers.format(pageCount)}
    </span>
  );
}
