import { memo, useCallback } from 'react';

import type { Change } from '../form/change.js';
import { shownAttributes } from '../form/conditions.js';
import type { AttributeFieldsProps, FieldProps } from '../inputs/form-context.js';
import { AttributeField } from './attribute-field.js';

/** The controls of a document or an entry, without those that their conditions hide. */
export function AttributeFields({ attributes, values, path, onChange }: AttributeFieldsProps) {
  return (
    <div className="form-grid">
      {shownAttributes(attributes, values).map((attribute) => (
        <NamedField
          key={attribute.name}
          attribute={attribute}
          value={values[attribute.name]}
          path={path === undefined ? attribute.name : `${path}.${attribute.name}`}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

interface NamedFieldProps extends Omit<FieldProps, 'onChange'> {
  readonly onChange: AttributeFieldsProps['onChange'];
}

/** A field that is drawn again only when it changes, because a form may have many, and some have long lists. */
const NamedField = memo(function NamedField({ onChange, ...props }: NamedFieldProps) {
  const { name } = props.attribute;
  const change = useCallback((next: Change) => onChange(name, next), [name, onChange]);
  return <AttributeField {...props} onChange={change} />;
});
