import { ChevronLeft, ChevronRight } from '../../design/icons.js';

import { useDescription } from '../../data/description.js';
import { IconButton } from '../../design/button.js';
import { Select } from '../../design/field.js';
import { type ListState, pageSizes } from './list-state.js';

interface PagerProps {
  readonly state: ListState;
  readonly pagination: { readonly total: number; readonly pageCount: number };
  readonly onChange: (change: Partial<ListState>) => void;
}

export function Pager({ state, pagination, onChange }: PagerProps) {
  const { api } = useDescription();
  const { page, pageSize } = state;
  const { total, pageCount } = pagination;
  const first = (page - 1) * pageSize + 1;
  const numbers = new Intl.NumberFormat('en');
  return (
    <nav className="pager" aria-label="Pages">
      <Select
        className="input-short"
        aria-label="Documents on a page"
        value={pageSize}
        onChange={(event) => onChange({ pageSize: Number(event.target.value) })}
      >
        {pageSizes(api.maxLimit).map((size) => (
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
      <IconButton label="Next page" disabled={page >= pageCount} onClick={() => onChange({ page: page + 1 })}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
