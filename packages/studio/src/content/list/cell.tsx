import type { DescribedAttribute } from '../../data/description.js';
import { useDescription } from '../../data/description.js';
import { Badge } from '../../design/badge.js';
import { formOf } from '../form/from-api.js';
import type { ApiDocument, FileRecord, Ref } from '../form/value.js';
import { Preview } from '../media/file-grid.js';
import { valueText } from '../edit/value-text.js';
import { CELL_REFS } from './cell-populate.js';

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
  const value = formOf([attribute], document, description)[attribute.name];
  if (attribute.kind === 'media') {
    const files = (value ?? []) as readonly FileRecord[];
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
    const refs = (value ?? []) as readonly Ref[];
    const names = refs.slice(0, CELL_REFS).map(({ label }) => label);
    const text = [...names, ...(refs.length > CELL_REFS ? ['…'] : [])].join(', ');
    return <span title={text}>{refs.length === 0 ? <Empty /> : text}</span>;
  }
  if (attribute.kind === 'relation') return <>{((value ?? []) as readonly Ref[])[0]?.label ?? <Empty />}</>;
  if (attribute.kind !== 'scalar')
    return <span className="muted">{Array.isArray(value) ? value.length : 0} entries</span>;
  if (value === null || value === undefined || value === '') return <Empty />;
  if (attribute.type === 'enumeration') return <Badge>{String(value)}</Badge>;
  if (attribute.type === 'datetime' && typeof value === 'string') return <>{momentText(value)}</>;
  const text = valueText(attribute, value);
  return <>{text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}</>;
}

function Empty() {
  return <span className="muted">–</span>;
}

/** A moment, without its year if it is the current one. */
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
