import { useId } from 'react';

import { inChunk } from '../../design/chunk.js';
import { Field, Input, Select, Textarea } from '../../design/field.js';
import { jsonProblem, problemAt } from '../form/problems/problems.js';
import type { Blocks } from '../form/value.js';
import { type AttributeOf, type FieldProps, useFieldContext } from '../inputs/form-context.js';
import { AttributeLabel, Group, helpText, useWritable } from './labels.js';
import { MomentControl } from './moment-control.js';
import { UidField } from './uid-field.js';

const loading = <div className="editor-loading skeleton" />;
const BlocksEditor = inChunk(() => import('../blocks/blocks-editor.js'), loading);
const CodeEditor = inChunk(() => import('../code/code-editor.js'), loading);
const MarkdownEditor = inChunk(() => import('../code/markdown-editor.js'), loading);

type Props = FieldProps<AttributeOf<'scalar'>>;

export function ScalarField(props: Props) {
  const { type } = props.attribute;
  if (type === 'uid') return <UidField {...props} />;
  if (type === 'boolean') return <BooleanField {...props} />;
  if (type === 'blocks' || type === 'richtext' || type === 'json') return <EditorField {...props} />;
  return <InputField {...props} />;
}

function InputField(props: Props) {
  const { attribute, value, path } = props;
  const { problems } = useFieldContext();
  const { maxLength } = attribute;
  const length = typeof value === 'string' ? value.length : 0;
  const note = maxLength === undefined ? undefined : `${length} / ${maxLength}`;
  return (
    <Field
      label={<AttributeLabel attribute={attribute} />}
      required={attribute.required}
      note={note}
      hint={helpText(attribute, hintOf(attribute))}
      error={problemAt(problems, path)}
    >
      {(control) => <Control {...props} control={control} />}
    </Field>
  );
}

function Control({ attribute, value, onChange, control }: Props & { readonly control: object }) {
  const writable = useWritable(attribute);
  const text = typeof value === 'string' ? value : '';
  // An empty control is no value, except where the document already had an empty text.
  const change = (next: string) => onChange(next === '' ? null : next);
  const { placeholder } = attribute;
  const common = { ...control, value: text, disabled: !writable };
  switch (attribute.type) {
    case 'text':
      return (
        <Textarea {...common} rows={4} placeholder={placeholder} onChange={(event) => change(event.target.value)} />
      );
    case 'enumeration':
      return (
        <Select {...common} onChange={(event) => change(event.target.value)}>
          <option value="">None</option>
          {attribute.values?.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      );
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return (
        <Input
          {...common}
          className="input-number"
          placeholder={placeholder}
          inputMode={attribute.type === 'integer' || attribute.type === 'biginteger' ? 'numeric' : 'decimal'}
          onChange={(event) => change(event.target.value)}
        />
      );
    case 'date':
    case 'time':
    case 'datetime':
      return <MomentControl {...common} kind={attribute.type} onValue={change} />;
    case 'password':
      return (
        <Input
          {...common}
          type="password"
          autoComplete="new-password"
          placeholder="Unchanged"
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      );
    case 'email':
      return (
        <Input {...common} type="email" placeholder={placeholder} onChange={(event) => change(event.target.value)} />
      );
    default:
      return (
        <Input {...common} type="text" placeholder={placeholder} onChange={(event) => change(event.target.value)} />
      );
  }
}

function hintOf({ min, max, minLength }: AttributeOf<'scalar'>): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}`;
  if (min !== undefined) return `At least ${min}`;
  if (max !== undefined) return `At most ${max}`;
  return minLength !== undefined && minLength > 1 ? `At least ${minLength} characters` : undefined;
}

function BooleanField({ attribute, value, onChange, path }: Props) {
  const { problems } = useFieldContext();
  const writable = useWritable(attribute);
  return (
    <Field
      label={<AttributeLabel attribute={attribute} />}
      required={attribute.required}
      hint={helpText(attribute)}
      error={problemAt(problems, path)}
    >
      {(control) => (
        <Select
          {...control}
          className="input-short"
          disabled={!writable}
          value={value === true ? 'yes' : value === false ? 'no' : ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value === 'yes')}
        >
          <option value="">Not set</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      )}
    </Field>
  );
}

/** Editors that are loaded when a form needs them. */
function EditorField({ attribute, value, onChange, path }: Props) {
  const { problems } = useFieldContext();
  const writable = useWritable(attribute);
  const { type } = attribute;
  const text = typeof value === 'string' ? value : '';
  const invalid = type === 'json' ? jsonProblem(value) : undefined;
  const error = problemAt(problems, path, true) ?? invalid;
  const id = useId();
  const common = {
    label: attribute.label,
    required: attribute.required,
    problem: error === undefined ? undefined : id,
    readOnly: !writable,
  };
  // Blocks are the only scalar whose value is a list.
  const blocks = Array.isArray(value) ? (value as Blocks) : null;
  return (
    <Group attribute={attribute} error={error} errorId={id}>
      {type === 'blocks' ? (
        <BlocksEditor {...common} value={blocks} onChange={onChange} />
      ) : type === 'json' ? (
        <CodeEditor {...common} language="json" value={text} onChange={onChange} />
      ) : (
        <MarkdownEditor {...common} value={text} onChange={(next) => onChange(next === '' ? null : next)} />
      )}
    </Group>
  );
}
