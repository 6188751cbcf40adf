import { ArrowDown, ArrowUp } from '../../design/icons.js';
import { type DescribedAttribute } from '../../data/description.js';

interface HeadProps {
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

export function ColumnHead({ attribute, ...rest }: HeadProps & { readonly attribute: DescribedAttribute }) {
  const isSortable =
    attribute.kind === 'scalar' && attribute.filterable && attribute.type !== 'json' && attribute.type !== 'blocks';
  if (!isSortable) return <th scope="col">{attribute.label}</th>;
  return <SortHead name={attribute.name} label={attribute.label} {...rest} />;
}

export function SortHead({ name, label, sort, onSort }: HeadProps & { readonly name: string; readonly label: string }) {
  const [by, direction = 'asc'] = sort.split(':');
  const isSorted = by === name;
  const next = isSorted && direction === 'asc' ? 'desc' : 'asc';
  return (
    <th scope="col" aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="list-sort" onClick={() => onSort(`${name}:${next}`)}>
        {label}
        {isSorted ? direction === 'asc' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden /> : null}
      </button>
    </th>
  );
}
