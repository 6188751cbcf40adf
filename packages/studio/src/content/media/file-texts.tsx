import { Field, Input, Textarea } from '../../design/field.js';
import type { FileRecord } from '../form/value.js';

/** The texts of a file, as its form has them: a text that is missing is empty. */
export interface Texts {
  readonly name: string;
  readonly alternativeText: string;
  readonly caption: string;
}

const NAMES = ['name', 'alternativeText', 'caption'] as const;

export function textsOf({ name, alternativeText, caption }: FileRecord): Texts {
  return { name, alternativeText: alternativeText ?? '', caption: caption ?? '' };
}

/** The texts that differ from those of the file. Another person may have changed the other texts meanwhile. */
export function changedTexts(file: FileRecord, texts: Texts): Partial<Pick<FileRecord, keyof Texts>> {
  const changed = Object.entries(changesOf(textsOf(file), texts));
  return Object.fromEntries(changed.map(([name, text]) => [name, text === '' ? null : text]));
}

/** The texts of a newer version of the file, with the changes that were made to the texts of the former one. */
export function rebasedTexts(former: FileRecord, texts: Texts, next: FileRecord): Texts {
  return { ...textsOf(next), ...changesOf(textsOf(former), texts) };
}

function changesOf(before: Texts, texts: Texts): Partial<Texts> {
  return Object.fromEntries(NAMES.filter((name) => texts[name] !== before[name]).map((name) => [name, texts[name]]));
}

export const NO_NAME = 'A file needs a name.';

/** The API keeps the former name where a new one is empty. */
export function hasNoName({ name }: Texts): boolean {
  return name.trim() === '';
}

interface FileTextsProps {
  readonly texts: Texts;
  readonly disabled: boolean;
  readonly onChange: (texts: Texts) => void;
}

export function FileTexts({ texts, disabled, onChange }: FileTextsProps) {
  const controlOf = (name: keyof Texts) => ({
    disabled,
    value: texts[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...texts, [name]: event.target.value }),
  });
  return (
    <>
      <Field label="Name" error={hasNoName(texts) ? NO_NAME : undefined}>
        {(control) => <Input {...control} {...controlOf('name')} />}
      </Field>
      <Field label="Alternative text" hint="Says what the image shows, for people who do not see it.">
        {(control) => <Input {...control} {...controlOf('alternativeText')} />}
      </Field>
      <Field label="Caption">{(control) => <Textarea {...control} {...controlOf('caption')} />}</Field>
    </>
  );
}
