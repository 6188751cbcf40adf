import { ArrowDown, ArrowUp } from '../../design/icons.js';
import { Link } from 'wouter';

import { type DescribedAttribute, type DescribedType, humanName } from '../../data/description.js';
import { Badge } from '../../design/badge.js';
import { editedStatus } from '../edit/document.js';
import { labelOf } from '../form/label.js';
import type { ApiDocument } from '../form/value.js';
import { Cell, momentText } from './cell.js';
import { type Publication, usePublications } from './documents.js';
import type { ListState } from './list-state.js';

interface DocumentTableProps {
  readonly type: DescribedType;
  readonly state: ListState;
  readonly documents: readonly ApiDocument[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onSort: (sort: string) => void;
}

export function DocumentTable({ type, state, documents, chosen, onChoose, onSort }: DocumentTableProps) {
  const columns = state.columns.flatMap(
    (name) => type.attributes.find((each) => each.name === name && each.readable) ?? [],
  );
  const publications = usePublications(type, documents, state.locale);
  const hasStatus = type.draftAndPublish && editedStatus(type) === 'draft';
  const ids = documents.map(({ documentId }) => String(documentId));
  const areAllChosen = ids.every((id) => chosen.includes(id));
  return (
    <div
      className="card table-frame"
      tabIndex={0}
      role="region"
      aria-label={`Table of ${humanName(type.name).toLowerCase()}`}
    >
      <table className="table list">
        <thead>
          <tr>
            <th scope="col" className="list-choose">
              <input
                type="checkbox"
                aria-label="Choose all on this page"
                checked={areAllChosen}
                onChange={() => onChoose(areAllChosen ? [] : ids)}
              />
            </th>
            {columns.map((attribute) => (
              <SortableHead key={attribute.name} attribute={attribute} sort={state.sort} onSort={onSort} />
            ))}
            {hasStatus ? <th scope="col">Status</th> : null}
            <SortHead name="updatedAt" label="Changed" sort={state.sort} onSort={onSort} />
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row
              key={String(document['documentId'])}
              type={type}
              document={document}
              columns={columns}
              locale={state.locale}
              publication={hasStatus ? (publications.get(String(document['documentId'])) ?? 'draft') : undefined}
              isChosen={chosen.includes(String(document['documentId']))}
              onChoose={(id) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly type: DescribedType;
  readonly document: ApiDocument;
  readonly columns: readonly DescribedAttribute[];
  readonly locale: string | undefined;
  readonly publication: Publication | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

function Row({ type, document, columns, locale, publication, isChosen, onChoose }: RowProps) {
  const id = String(document['documentId']);
  const label = labelOf(document, type.attributes);
  const path = `/content/${type.name}/${id}${locale === undefined ? '' : `?locale=${locale}`}`;
  return (
    <tr aria-selected={isChosen}>
      <td className="list-choose">
        <input type="checkbox" aria-label={`Choose ${label}`} checked={isChosen} onChange={() => onChoose(id)} />
      </td>
      {columns.length === 0 ? (
        <td>
          <Link href={path}>{label}</Link>
        </td>
      ) : null}
      {columns.map((attribute, index) => (
        <td key={attribute.name}>
          {index === 0 ? (
            <Link href={path} className="list-link">
              <Cell attribute={attribute} document={document} />
            </Link>
          ) : (
            <Cell attribute={attribute} document={document} />
          )}
        </td>
      ))}
      {publication === undefined ? null : (
        <td>
          <Badge tone={TONES[publication]}>{humanName(publication)}</Badge>
        </td>
      )}
      <td className="muted list-moment">{momentText(String(document['updatedAt']))}</td>
    </tr>
  );
}

const TONES: Readonly<Record<Publication, 'neutral' | 'good' | 'warn'>> = {
  draft: 'neutral',
  published: 'good',
  modified: 'warn',
};

interface HeadProps {
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function SortableHead({ attribute, ...rest }: HeadProps & { readonly attribute: DescribedAttribute }) {
  const isSortable =
    attribute.kind === 'scalar' && attribute.filterable && attribute.type !== 'json' && attribute.type !== 'blocks';
  if (!isSortable) return <th scope="col">{humanName(attribute.name)}</th>;
  return <SortHead name={attribute.name} label={humanName(attribute.name)} {...rest} />;
}

function SortHead({ name, label, sort, onSort }: HeadProps & { readonly name: string; readonly label: string }) {
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
