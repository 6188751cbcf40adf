import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert, WandSparkles } from '../../design/icons.js';

import { humanName } from '../../data/description.js';
import { api } from '../../data/request.js';
import { Button } from '../../design/button.js';
import { Field, Input } from '../../design/field.js';
import { problemAt } from '../form/problems.js';
import { slugOf } from '../form/slug.js';
import type { ApiDocument } from '../form/value.js';
import { type AttributeOf, type FieldProps, useDocumentValues, useFieldContext } from './form-context.js';
import { AttributeLabel, useWritable } from './labels.js';

/** An address: suggested from another attribute, and checked against the other documents. */
export function UidField({ attribute, value, onChange, path }: FieldProps<AttributeOf<'scalar'>>) {
  const { problems } = useFieldContext();
  const values = useDocumentValues();
  const writable = useWritable(attribute);
  const text = typeof value === 'string' ? value : '';
  const source = attribute.from === undefined ? undefined : values[attribute.from];
  const suggestion = typeof source === 'string' ? slugOf(source) : '';
  const isTaken = useTaken(attribute, text);
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
      hint={hint}
      error={problemAt(problems, path)}
    >
      {(control) => (
        <div className="row">
          <Input
            {...control}
            className="input-code"
            value={text}
            disabled={!writable}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
          {suggestion !== '' && writable && suggestion !== text ? (
            <Button
              icon={<WandSparkles aria-hidden />}
              onClick={() => onChange(suggestion)}
              title={`Make it from ${humanName(attribute.from ?? '')}`}
            >
              Suggest
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  );
}

/** Whether another document of the type has the value; `undefined` while that is unknown. */
function useTaken(attribute: AttributeOf<'scalar'>, text: string): boolean | undefined {
  const { type, documentId, locale, status } = useFieldContext();
  const isOwn = type.attributes.some(({ name }) => name === attribute.name);
  const enabled = text !== '' && attribute.filterable && isOwn && !type.single;
  const { data } = useQuery({
    queryKey: ['content', type.name, 'taken', attribute.name, text, documentId, locale],
    enabled,
    queryFn: ({ signal }) =>
      api<{ data: readonly ApiDocument[] }>(`/${type.path}`, {
        query: {
          filters: {
            [attribute.name]: { $eq: text },
            ...(documentId === undefined ? {} : { documentId: { $ne: documentId } }),
          },
          fields: ['documentId'],
          pagination: { pageSize: 1, withCount: false },
          ...(type.draftAndPublish ? { status } : {}),
          ...(locale === undefined ? {} : { locale }),
        },
        signal,
      }),
  });
  return enabled && data !== undefined ? data.data.length > 0 : undefined;
}
