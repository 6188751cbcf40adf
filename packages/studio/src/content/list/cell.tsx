import type { DescribedAttribute } from '../../data/description.js';
import { useDescription } from '../../data/description.js';
import { Badge } from '../../design/badge.js';
import { formOf } from '../form/from-api.js';
import { filesIn, refsIn } from '../form/list-values.js';
import type { ApiDocument } from '../form/value.js';
import { Preview } from '../media/file-grid.js';
import { scalarText } from '../edit/value-text.js';
import { CELL_REFS } from './cell-populate.js';
import { counted } from '../../design/counted.js';

const MAX_TEXT = 120;

/** A value of a document in a list: short, on one line. */
export function Cell({
  attribute,
  document,
}: {
  readonly attribute: DescribedAttribute;
  readonly document: ApiDocument;
}) {
  const description = useDescription();
  if (attribute.kind === 'relation' && attribute.many && attribute.target === undefined) {
    return <span className="muted">{counted(countOf(document[attribute.name]), 'document')}</span>;
  }
  const value = formOf([attribute], document, description)[attribute.name];
  if (attribute.kind === 'media') {
    const files = filesIn(value);
    return (
      <span className="cell-files">
        {files.slice(0, 3).map((file) => (
          <Preview key={file.id} file={file} />
        ))}
        {files.length > 3 ? <span className="muted">+{files.length - 3}</span> : null}
      </span>
    );
  }
  if (attribute.kind === 'relation' && attribute.many) {
    const refs = refsIn(value);
    const names = refs.slice(0, CELL_REFS).map(({ label }) => label);
    const text = [...names, ...(refs.length > CELL_REFS ? ['…'] : [])].join(', ');
    return <span title={text}>{refs.length === 0 ? <Empty /> : text}</span>;
  }
  if (attribute.kind === 'relation') return <>{refsIn(value)[0]?.label ?? <Empty />}</>;
  if (attribute.kind !== 'scalar') {
    const entries = Array.isArray(value) ? value.length : isEmpty(value) ? 0 : 1;
    return entries === 0 ? <Empty /> : <span className="muted">{counted(entries, 'entry', 'entries')}</span>;
  }
  if (isEmpty(value)) return <Empty />;
  if (attribute.type === 'enumeration') return <Badge>{String(value)}</Badge>;
  if (attribute.type === 'datetime' && typeof value === 'string') return <>{momentText(value)}</>;
  const text = scalarText(value);
  return <>{text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}</>;
}

/** `{ count: 3 }`: what the API answers to a populate with `count`. */
function countOf(counted: unknown): number {
  return typeof counted === 'object' && counted !== null && 'count' in counted ? Number(counted.count) : 0;
}

function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

function Empty() {
  return <span className="muted">–</span>;
}

/** A moment, without the year if that is the current year. */
export function momentText(moment: string): string {
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString('en', {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
