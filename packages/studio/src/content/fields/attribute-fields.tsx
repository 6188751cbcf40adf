import { memo, useCallback } from 'react';

import type { Change } from '../form/change.js';
import { shownAttributes } from '../form/conditions.js';
import { type FormPart, partsOfForm } from './form-layout.js';
import { problemCount } from '../form/problems/problems.js';
import { type AttributeFieldsProps, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { AttributeField } from './attribute-field.js';

/** The controls of a document or an entry, without those that their conditions or their definition hide. */
export function AttributeFields({ attributes, values, path, onChange }: AttributeFieldsProps) {
  const { problems } = useFieldContext();
  const pathOf = (name: string) => (path === undefined ? name : `${path}.${name}`);
  // A hidden field with a problem is shown, otherwise nobody could mend it.
  const shown = shownAttributes(attributes, values).filter(
    ({ name, hidden }) => hidden !== true || problemCount(problems, pathOf(name)) > 0,
  );
  const fields = (part: FormPart) =>
    part.attributes.map((attribute) => (
      <div key={attribute.name} className="form-cell" data-width={attribute.width}>
        <NamedField
          attribute={attribute}
          value={values[attribute.name]}
          path={pathOf(attribute.name)}
          onChange={onChange}
        />
      </div>
    ));
  return (
    <div className="form-grid">
      {partsOfForm(shown).map((part) =>
        part.group === undefined ? (
          fields(part)
        ) : (
          <fieldset key={`group ${part.group}`} className="form-section">
            <legend className="form-section-name">{part.group}</legend>
            <div className="form-grid">{fields(part)}</div>
          </fieldset>
        ),
      )}
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
