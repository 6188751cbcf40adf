import { Check, TriangleAlert, WandSparkles } from '../../design/icons.js';

import { Button } from '../../design/button.js';
import { Field, Input } from '../../design/field.js';
import { problemAt } from '../form/problems/problems.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { AttributeLabel, helpText, useWritable } from './labels.js';
import { useSuggestion, useTaken } from './uid-choice.js';

/** An address: suggested from another attribute, and checked against the other documents. */
export function UidField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'scalar'>>) {
  const { problems, type } = useFieldContext();
  const from = type.attributes.find(({ name }) => name === attribute.from)?.label ?? '';
  const writable = useWritable(attribute);
  const text = typeof value === 'string' ? value : '';
  const isTaken = useTaken(attribute, text);
  const { uid, busy, choose, isChosen } = useSuggestion(attribute, text, onChange);
  const hint =
    isTaken === undefined ? undefined : isTaken ? (
      <span className="uid-taken">
        <TriangleAlert aria-hidden /> Another document has this address.
      </span>
    ) : (
      <span className="uid-free">
        <Check aria-hidden /> This address is free.
      </span>
    );
  return (
    <Field
      label={<AttributeLabel attribute={attribute} />}
      required={attribute.required}
      hint={helpText(attribute, hint)}
      error={problemAt(problems, path)}
    >
      {(control) => (
        <div className="row">
          <Input
            {...control}
            className="input-code"
            placeholder={attribute.placeholder}
            value={text}
            disabled={!writable}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
          {uid !== '' && writable && (!isChosen || isTaken === true) ? (
            <Button
              icon={<WandSparkles aria-hidden />}
              disabled={busy}
              onClick={() => void choose()}
              title={`Make it from ${from}`}
            >
              Suggest
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
