import { useRef } from 'react';

import type { DescribedType } from '../../data/description.js';
import { inSentence } from '../../data/in-sentence.js';
import { editedStatus } from '../document/document.js';
import { labelOf } from '../form/label.js';
import type { ApiDocument } from '../form/value.js';
import { type Chosen, bulkActions } from './bulk-run.js';
import { ColumnHead, SortHead } from './column-head.js';
import { DocumentRow } from './document-row.js';
import { usePublications } from './documents.js';
import { MAX_DRAWN, Space, useDrawnRows } from './drawn-rows.js';
import type { ListState } from './list-state.js';

interface DocumentTableProps {
  readonly type: DescribedType;
  readonly state: ListState;
  readonly documents: readonly ApiDocument[];
  readonly chosen: readonly Chosen[];
  readonly onChoose: (chosen: readonly Chosen[]) => void;
  readonly onSort: (sort: string) => void;
}

export function DocumentTable({ type, state, documents, chosen, onChoose, onSort }: DocumentTableProps) {
  const columns = state.columns.flatMap(
    (name) => type.attributes.find((each) => each.name === name && each.readable) ?? [],
  );
  const hasStatus = type.draftAndPublish && editedStatus(type) === 'draft';
  const rows = useRows(type, state, documents);
  const { isChosen, toggle } = choices(chosen, onChoose);
  const mayChoose = bulkActions(type).length > 0;
  const frame = useRef<HTMLDivElement>(null);
  const isLong = documents.length > MAX_DRAWN;
  const drawn = useDrawnRows(frame, documents.length);
  return (
    <div
      ref={frame}
      className={`card table-frame ${isLong ? 'table-frame-long' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={`Table of ${inSentence(type.label)}`}
    >
      <table className="table list" aria-rowcount={isLong ? documents.length + 1 : undefined}>
        <thead>
          <tr>
            {mayChoose ? (
              <th scope="col" className="list-choose">
                <input
                  type="checkbox"
                  aria-label="Choose all on this page"
                  checked={rows.every(isChosen)}
                  onChange={() => toggle(rows)}
                />
              </th>
            ) : null}
            {columns.map((attribute) => (
              <ColumnHead key={attribute.name} attribute={attribute} sort={state.sort} onSort={onSort} />
            ))}
            {hasStatus ? <th scope="col">Status</th> : null}
            <SortHead name="updatedAt" label="Changed" sort={state.sort} onSort={onSort} />
          </tr>
        </thead>
        <tbody>
          <Space height={drawn.above} />
          {rows.slice(drawn.first, drawn.end).map((row, index) => {
            const document = documents[drawn.first + index];
            return document === undefined ? null : (
              <DocumentRow
                key={row.id}
                type={type}
                row={row}
                // The head is the first row.
                place={isLong ? drawn.first + index + 2 : undefined}
                document={document}
                columns={columns}
                hasStatus={hasStatus}
                locale={state.locale}
                isChosen={isChosen(row)}
                onChoose={mayChoose ? () => toggle([row]) : undefined}
              />
            );
          })}
          <Space height={drawn.below} />
        </tbody>
      </table>
    </div>
  );
}

/** The documents of the page as rows that can be chosen. */
function useRows(type: DescribedType, state: ListState, documents: readonly ApiDocument[]): readonly Chosen[] {
  const publications = usePublications(type, documents, state.locale);
  return documents.map((document) => {
    const id = String(document['documentId']);
    return { id, label: labelOf(document, type.attributes), publication: publications.get(id) };
  });
}

/** Rows of other pages stay chosen. */
function choices(chosen: readonly Chosen[], onChoose: (chosen: readonly Chosen[]) => void) {
  const ids = new Set(chosen.map(({ id }) => id));
  const isChosen = ({ id }: Chosen) => ids.has(id);
  const toggle = (rows: readonly Chosen[]) => {
    const toggled = new Set(rows.map(({ id }) => id));
    const others = chosen.filter(({ id }) => !toggled.has(id));
    onChoose(rows.every(isChosen) ? others : [...others, ...rows]);
  };
  return { isChosen, toggle };
}
