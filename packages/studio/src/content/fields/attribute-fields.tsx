import { shownAttributes } from '../form/conditions.js';
import type { DescribedAttribute, FormValue, FormValues } from '../form/value.js';
import { AttributeField } from './attribute-field.js';

interface AttributeFieldsProps {
  readonly attributes: readonly DescribedAttribute[];
  readonly values: FormValues;
  /** Of the entry that has the values; absent for a document. */
  readonly path?: string;
  readonly onChange: (name: string, value: FormValue) => void;
}

/** The controls of a document or an entry, without those that their conditions hide. */
export function AttributeFields({ attributes, values, path, onChange }: AttributeFieldsProps) {
  return (
    <div className="form-grid">
      {shownAttributes(attributes, values).map((attribute) => (
        <AttributeField
          key={attribute.name}
          attribute={attribute}
          value={values[attribute.name]}
          path={path === undefined ? attribute.name : `${path}.${attribute.name}`}
          onChange={(value) => onChange(attribute.name, value)}
        />
      ))}
    </div>
  );
}
