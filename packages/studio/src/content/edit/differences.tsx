import { humanName } from '../../data/description.js';
import { Dialog } from '../../design/dialog.js';
import type { DescribedAttribute, FormValues } from '../form/value.js';
import { valueText } from './value-text.js';

interface DifferencesProps {
  readonly attributes: readonly DescribedAttribute[];
  readonly names: readonly string[];
  readonly published: FormValues;
  readonly draft: FormValues;
  readonly onClose: () => void;
}

/** The fields whose published value differs from the draft. */
export function DifferencesDialog({ attributes, names, published, draft, onClose }: DifferencesProps) {
  return (
    <Dialog title="What publishing changes" wide onClose={onClose}>
      <div className="stack">
        {attributes
          .filter(({ name }) => names.includes(name))
          .map((attribute) => (
            <section key={attribute.name} className="stack-small">
              <h3>{humanName(attribute.name)}</h3>
              <div className="compare">
                <Version title="Published" text={valueText(attribute, published[attribute.name])} />
                <Version title="Draft" text={valueText(attribute, draft[attribute.name])} />
              </div>
            </section>
          ))}
      </div>
    </Dialog>
  );
}

export function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="version">
      <p className="muted small">{title}</p>
      <div className="version-text">{text === '' ? <span className="muted">Empty</span> : text}</div>
    </div>
  );
}
