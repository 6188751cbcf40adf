import { Dialog } from '../../design/dialog.js';
import type { DescribedAttribute, FormValues } from '../form/value.js';
import { ShownVersion } from './shown-version.js';

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
              <h3>{attribute.label}</h3>
              <div className="compare">
                <ShownVersion
                  title="Published"
                  attribute={attribute}
                  value={published[attribute.name]}
                  other={draft[attribute.name]}
                />
                <ShownVersion
                  title="Draft"
                  attribute={attribute}
                  value={draft[attribute.name]}
                  other={published[attribute.name]}
                />
              </div>
            </section>
          ))}
      </div>
    </Dialog>
  );
}
