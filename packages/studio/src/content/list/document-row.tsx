import type { MouseEvent } from 'react';
import { Link } from 'wouter';

import { type DescribedAttribute, type DescribedType, mayOpen } from '../../data/description.js';
import { Badge } from '../../design/badge.js';
import { documentAddress } from '../address.js';
import type { ApiDocument } from '../form/value.js';
import type { Chosen } from './bulk-run.js';
import { Cell, momentText } from './cell.js';
import type { Publication } from './documents.js';

interface DocumentRowProps {
  readonly type: DescribedType;
  readonly row: Chosen;
  /** The number of the row in a table that does not draw all rows. */
  readonly place: number | undefined;
  readonly document: ApiDocument;
  readonly columns: readonly DescribedAttribute[];
  readonly hasStatus: boolean;
  readonly locale: string | undefined;
  readonly isChosen: boolean;
  /** Absent where nothing can be done with chosen documents. */
  readonly onChoose: (() => void) | undefined;
}

export function DocumentRow(props: DocumentRowProps) {
  const { type, row, place, document, columns, hasStatus, locale, isChosen, onChoose } = props;
  const { id, label, publication } = row;
  const path = mayOpen(type) ? documentAddress(type, id, locale) : undefined;
  return (
    <tr
      className={path === undefined ? undefined : 'list-row'}
      aria-selected={isChosen}
      aria-rowindex={place}
      onClick={openByRow}
    >
      {onChoose === undefined ? null : (
        <td className="list-choose">
          <input type="checkbox" aria-label={`Choose ${label}`} checked={isChosen} onChange={onChoose} />
        </td>
      )}
      {columns.length === 0 ? <td>{path === undefined ? label : <Link href={path}>{label}</Link>}</td> : null}
      {columns.map((attribute, index) => (
        <td key={attribute.name}>
          {index === 0 && path !== undefined ? (
            <Link href={path} className="list-link">
              <Cell attribute={attribute} document={document} />
            </Link>
          ) : (
            <Cell attribute={attribute} document={document} />
          )}
        </td>
      ))}
      {hasStatus ? (
        <td>{publication && <Badge tone={TONES[publication]}>{PUBLICATIONS[publication]}</Badge>}</td>
      ) : null}
      <td className="muted list-moment">{momentText(String(document['updatedAt']))}</td>
    </tr>
  );
}

const PUBLICATIONS: Readonly<Record<Publication, string>> = {
  draft: 'Draft',
  published: 'Published',
  modified: 'Modified',
};

const TONES: Readonly<Record<Publication, 'neutral' | 'good' | 'warn'>> = {
  draft: 'neutral',
  published: 'good',
  modified: 'warn',
};

/** A click anywhere in a row does what a click on its link does. The keyboard has the link itself. */
function openByRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  const isOwn = target instanceof Element && target.closest('a, button, input, label, .list-choose') !== null;
  // A person may choose words to copy them.
  if (isOwn || getSelection()?.toString() !== '') return;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  currentTarget.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', click));
}
