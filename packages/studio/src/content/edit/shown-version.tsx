import { type AttributeOf, useFieldContext } from '../inputs/form-context.js';
import { listChanges } from '../form/list-changes.js';
import { refsIn } from '../form/list-values.js';
import type { DescribedAttribute, FormValue, Ref } from '../form/value.js';
import { useRefLabels } from '../relations/ref-labels.js';
import { namedRefs, valueText } from './value-text.js';
import { counted } from '../../design/counted.js';

interface ShownVersionProps {
  readonly title: string;
  readonly attribute: DescribedAttribute;
  readonly value: FormValue;
  /** The same value in the other version. */
  readonly other: FormValue;
}

/** One of two versions of a value that are compared. */
export function ShownVersion({ title, attribute, value, other }: ShownVersionProps) {
  return (
    <div className="version">
      <p className="muted small">{title}</p>
      <div className="version-text">
        {attribute.kind === 'relation' ? (
          <Refs attribute={attribute} refs={refsIn(value)} others={refsIn(other)} />
        ) : (
          <Whole attribute={attribute} value={value} />
        )}
      </div>
    </div>
  );
}

function Whole({ attribute, value }: Pick<ShownVersionProps, 'attribute' | 'value'>) {
  const { description } = useFieldContext();
  const { components } = description;
  const labelOf = useRefLabels(namedRefs(attribute, value, components), undefined);
  const nameOf = ({ documentId, label, type }: Ref, target: string | undefined) =>
    label ?? labelOf({ documentId, type: target ?? type ?? '' }) ?? '…';
  return <Text text={valueText(attribute, value, { components, nameOf })} />;
}

function Text({ text }: { readonly text: string }) {
  return text === '' ? <span className="muted">Empty</span> : text;
}

/** Longer lists show only entries that the other list does not have, or has at another place. */
const MAX_WHOLE = 30;

interface RefsProps {
  readonly attribute: AttributeOf<'relation'>;
  readonly refs: readonly Ref[];
  readonly others: readonly Ref[];
}

function Refs({ attribute, refs, others }: RefsProps) {
  const isLong = Math.max(refs.length, others.length) > MAX_WHOLE;
  const shown = isLong ? differing(refs, others).slice(0, MAX_WHOLE) : refs;
  const labelOf = useRefLabels(shown, attribute.target);
  const places = new Map(refs.map((ref, index) => [ref.documentId, index + 1]));
  const lines = shown.map((ref) => {
    const label = labelOf(ref) ?? '…';
    return isLong ? `${places.get(ref.documentId)}. ${label}` : `• ${label}`;
  });
  const rest = refs.length - shown.length;
  return (
    <>
      {rest > 0 && lines.length === 0 ? null : <Text text={lines.join('\n')} />}
      {rest > 0 ? <p className="muted">{counted(rest, 'more entry', 'more entries')}</p> : null}
    </>
  );
}

function differing(refs: readonly Ref[], others: readonly Ref[]): readonly Ref[] {
  const ids = new Set(listChanges(others, refs)?.connect.map(({ documentId }) => documentId));
  return refs.filter(({ documentId }) => ids.has(documentId));
}
