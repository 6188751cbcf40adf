import { useMemo } from 'react';

import { useDescription } from '../../data/description.js';
import { inSentence } from '../../data/in-sentence.js';
import { Button } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { Dialog } from '../../design/dialog.js';
import {
  type CreateDialogProps,
  DocumentValuesProvider,
  type FieldContext,
  FieldContextProvider,
} from '../inputs/form-context.js';
import { blankForm } from '../form/blank.js';
import { labelAttribute } from '../form/label.js';
import { editedStatus } from '../document/document.js';
import { useFirstProblem } from './problems/first-problem.js';
import { formParts } from './form-parts.js';
import { useForm } from './form-state.js';
import { useSaving } from './saving.js';

/** The form of a new document, above the form whose relation will name this document. */
export default function CreateDialog({ type, locale: behind, named, onCreated, onClose }: CreateDialogProps) {
  const description = useDescription();
  const { attributes } = type;
  const { components } = description;
  const locale = type.localized ? (behind ?? description.locales.default) : undefined;
  const base = useMemo(() => blankForm(attributes, components), [attributes, components]);
  const label = labelAttribute(attributes);
  const start = label === undefined || named === '' ? base : { ...base, [label]: named };
  const form = useForm({ key: undefined, attributes, components, base, etag: undefined, start });
  const element = useFirstProblem(form);
  const saving = useSaving({
    key: { type, documentId: undefined, locale },
    isNew: true,
    inherits: false,
    form,
    description,
    onCreated,
  });
  const context = useMemo<FieldContext>(
    () => ({
      parts: formParts,
      description,
      type,
      documentId: undefined,
      locale,
      status: editedStatus(type),
      problems: form.problems,
      refusals: form.refusals,
      readOnly: false,
    }),
    [description, type, locale, form.problems, form.refusals],
  );
  const name = inSentence(type.label);
  const close = async () => {
    const question = { title: `Discard the new ${name}?`, text: 'It is not saved.', confirm: 'Discard', danger: true };
    if (!form.isDirty || (await confirm(question))) onClose();
  };
  const save = () => {
    if (!saving.busy) void saving.save();
  };
  const foot = (
    <>
      <Button onClick={() => void close()}>Cancel</Button>
      <Button variant="primary" disabled={saving.busy} onClick={save}>
        {editedStatus(type) === 'draft' ? 'Create draft and add' : 'Create and add'}
      </Button>
    </>
  );
  return (
    <FieldContextProvider value={context}>
      <Dialog title={`New ${name}`} wide onClose={() => void close()} onSave={save} foot={foot}>
        <form ref={element} aria-label={`New ${name}`} onSubmit={(event) => event.preventDefault()}>
          <DocumentValuesProvider value={form.values}>
            <formParts.AttributeFields attributes={attributes} values={form.values} onChange={form.change} />
          </DocumentValuesProvider>
        </form>
      </Dialog>
    </FieldContextProvider>
  );
}
