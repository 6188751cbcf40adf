import { Globe } from '../../design/icons.js';
import type { ReactNode } from 'react';

import { humanName } from '../../data/description.js';
import type { DescribedAttribute } from '../form/value.js';
import { useFieldContext } from '../inputs/form-context.js';

/** The name of an attribute, and a mark if all locales share its value. */
export function AttributeLabel({ attribute }: { readonly attribute: DescribedAttribute }) {
  return (
    <>
      {humanName(attribute.name)}
      {attribute.shared ? (
        <span className="shared-mark" title="All locales share this value">
          <Globe aria-hidden />
          <span className="sr-only">, shared by all locales</span>
        </span>
      ) : null}
    </>
  );
}

/** A group of controls under the name of their attribute, for values that have no single control. */
export function Group({
  attribute,
  note,
  error,
  errorId,
  children,
}: {
  readonly attribute: DescribedAttribute;
  readonly note?: ReactNode;
  readonly error?: string | undefined;
  /** The id of the error, for a control that it describes. */
  readonly errorId?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="field group">
      <legend className="field-head">
        <span className="field-label">
          <AttributeLabel attribute={attribute} />
          {attribute.required ? <span className="field-required"> *</span> : null}
        </span>
        {note === undefined ? null : <span className="field-note">{note}</span>}
      </legend>
      {children}
      {error === undefined ? null : (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Whether the caller may change an attribute in this form. */
export function useWritable(attribute: DescribedAttribute): boolean {
  const { readOnly } = useFieldContext();
  return attribute.writable && !readOnly;
}
