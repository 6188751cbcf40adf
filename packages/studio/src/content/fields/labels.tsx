import { Globe } from '../../design/icons.js';
import { type ReactNode, useId } from 'react';

import type { DescribedAttribute } from '../form/value.js';
import { useFieldContext } from '../inputs/form-context.js';

/** The name of an attribute, and a mark if all locales share its value. */
export function AttributeLabel({ attribute }: { readonly attribute: DescribedAttribute }) {
  return (
    <>
      {attribute.label}
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
  help,
  children,
}: {
  readonly attribute: DescribedAttribute;
  readonly note?: ReactNode;
  readonly error?: string | undefined;
  /** The id of the error, for a control that it describes. */
  readonly errorId?: string;
  /** The help text, where it stands above the controls because they are many. */
  readonly help?: string | undefined;
  readonly children: ReactNode;
}) {
  const { description } = attribute;
  const text = help ?? description;
  const helpId = useId();
  const shown = (
    <p className="field-hint" id={helpId}>
      {text}
    </p>
  );
  return (
    <fieldset className="field group" aria-describedby={text === undefined ? undefined : helpId}>
      <legend className="field-head">
        <span className="field-label">
          <AttributeLabel attribute={attribute} />
          {attribute.required ? <span className="field-required"> *</span> : null}
        </span>
        {note === undefined ? null : <span className="field-note">{note}</span>}
      </legend>
      {help === undefined ? null : shown}
      {children}
      {help === undefined && text !== undefined ? shown : null}
      {error === undefined ? null : (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The help text of an attribute, and what its control says itself. */
export function helpText({ description }: DescribedAttribute, hint?: ReactNode): ReactNode {
  if (description === undefined || hint === undefined) return description ?? hint;
  return (
    <>
      {description}
      <br />
      {hint}
    </>
  );
}

/** Whether the caller may change an attribute in this form. */
export function useWritable(attribute: DescribedAttribute): boolean {
  const { readOnly } = useFieldContext();
  return attribute.writable && !readOnly;
}
