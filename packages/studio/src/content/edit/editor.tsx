import { ArrowLeft } from '../../design/icons.js';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';

import { type DescribedType, mayOpen, useDescription } from '../../data/description.js';
import { mayCreate, mayUpdate } from '../../data/write-rights.js';
import { useKeptFocus } from '../../design/kept-focus.js';
import { toast } from '../../design/toast.js';
import { allowLeaving } from '../../design/leaving.js';
import { useShortcut } from '../../design/shortcuts.js';
import { documentAddress, listAddress } from '../address.js';
import { DocumentValuesProvider, type FieldContext, FieldContextProvider } from '../inputs/form-context.js';
import { labelAttribute } from '../form/label.js';
import type { ApiDocument, FormValues } from '../form/value.js';
import { setup } from '../../setup.js';
import { useAutosaveChoice } from './autosave/choice.js';
import { ConflictDialog } from './conflict-dialog.js';
import { type DocumentKey, type LoadedDocument, editedStatus } from '../document/document.js';
import { useFirstProblem } from './first-problem.js';
import { formParts } from './form-parts.js';
import { useForm } from './form-state.js';
import { forget, keptName } from './kept-changes.js';
import { LeftChanges } from './left-changes.js';
import { LossDialog } from './loss-dialog.js';
import { useSaving } from './saving.js';
import { SidePanel } from './side-panel.js';
import { isCreate } from './writing.js';

interface EditorProps {
  readonly docKey: DocumentKey;
  /** `undefined` for a version that does not exist yet. */
  readonly loaded: LoadedDocument | undefined;
  /** If the version does not exist yet: the document in another locale. */
  readonly sibling: LoadedDocument | undefined;
  readonly base: FormValues;
  readonly title: string;
  /** Called before the address becomes that of a document that was created. */
  readonly onCreated: (documentId: string, loaded: LoadedDocument | undefined) => void;
}

export function Editor({ docKey, loaded, sibling, base, title, onCreated: onKept }: EditorProps) {
  const { type, documentId, locale } = docKey;
  const description = useDescription();
  const [, navigate] = useLocation();
  const formKey = keptName(docKey, description);
  const { attributes } = type;
  const form = useForm({ key: formKey, attributes, components: description.components, base, etag: loaded?.etag });
  const element = useFirstProblem(form);
  const screen = useKeptFocus<HTMLDivElement>();
  const isNew = loaded === undefined;
  const creates = isCreate({ key: docKey, isNew });
  const mayWrite = (creates ? mayCreate : mayUpdate)(type);
  // Without drafts to read, a role of a type with drafts has nothing to save but the published version.
  const maySave = mayWrite && (editedStatus(type) === 'draft' || !type.draftAndPublish);
  const mayAutosave = maySave && type.draftAndPublish && setup.autosave;
  const isAutosaveChosen = useAutosaveChoice();
  const onCreated = (created: ApiDocument, read: LoadedDocument | undefined) => {
    const id = String(created['documentId']);
    forget(formKey);
    allowLeaving();
    onKept(id, read);
    navigate(mayOpen(type) ? documentAddress(type, id, locale) : listAddress(type, locale), { replace: true });
  };
  const inherits = sibling !== undefined;
  const writing = { key: docKey, isNew, inherits, form, description, onCreated };
  const saving = useSaving(writing, mayAutosave && isAutosaveChosen);
  // A version is published by the write itself, or by the action `publish` once there is a draft.
  const mayWritePublished = type.actions.includes(creates ? 'create' : 'update');
  const mayPublish = type.draftAndPublish && (mayWritePublished || (!isNew && type.actions.includes('publish')));
  const canSave = maySave && !saving.busy && (form.isDirty || isNew);
  useShortcut('mod+s', () => (maySave ? saving.want('save') : explainNoSave()), mayWrite);
  useShortcut('mod+enter', () => saving.want('publish'), mayPublish);

  const context = useMemo<FieldContext>(
    () => ({
      parts: formParts,
      description,
      type,
      documentId,
      locale,
      status: editedStatus(type),
      problems: form.problems,
      refusals: form.refusals,
      readOnly: !mayWrite,
    }),
    [description, type, documentId, locale, form.problems, form.refusals, mayWrite],
  );
  const label = labelAttribute(type.attributes);
  const named = label === undefined ? undefined : form.values[label];
  return (
    <FieldContextProvider value={context}>
      <div className="edit" ref={screen}>
        <EditHead
          type={type}
          locale={locale}
          title={title}
          name={typeof named === 'string' ? named : ''}
          isNew={isNew}
        />
        <form ref={element} className="edit-form" aria-label={title} onSubmit={(event) => event.preventDefault()}>
          {form.restored && form.isDirty ? (
            <p className="note note-warn">These are your unsaved changes from an earlier visit.</p>
          ) : null}
          {isCreate({ key: docKey, isNew }) && !form.isDirty ? (
            <LeftChanges docKey={docKey} name={formKey} form={form} />
          ) : null}
          {mayWrite ? null : <p className="note">Your role may read this document, but not change it.</p>}
          <DocumentValuesProvider value={form.values}>
            <formParts.AttributeFields attributes={type.attributes} values={form.values} onChange={form.change} />
          </DocumentValuesProvider>
        </form>
        <SidePanel
          docKey={docKey}
          loaded={loaded}
          sibling={sibling}
          form={form}
          saving={saving}
          maySave={maySave}
          canSave={canSave}
          mayPublish={mayPublish}
          mayAutosave={mayAutosave}
        />
      </div>
      {saving.meeting === undefined ? null : (
        <ConflictDialog meeting={saving.meeting} attributes={type.attributes} onSettle={saving.settle} />
      )}
      {saving.loss === undefined ? null : <LossDialog docKey={docKey} loss={saving.loss} onAnswer={saving.restore} />}
    </FieldContextProvider>
  );
}

/** The shortcut does nothing where there is no button. */
function explainNoSave(): void {
  toast('Your role has no drafts to save. Ctrl Enter publishes.');
}

interface EditHeadProps {
  readonly type: DescribedType;
  readonly locale: string | undefined;
  readonly title: string;
  /** Empty for a document without a name. */
  readonly name: string;
  readonly isNew: boolean;
}

function EditHead({ type, locale, title, name, isNew }: EditHeadProps) {
  return (
    <header className="edit-head">
      {type.single ? null : (
        <Link
          href={listAddress(type, locale)}
          className="button button-quiet button-icon"
          aria-label={`All ${title.toLowerCase()} documents`}
        >
          <ArrowLeft aria-hidden />
        </Link>
      )}
      <div className="grow">
        <p className="muted small">{title}</p>
        <h1 className="truncate">{name !== '' ? name : isNew ? 'New' : 'Untitled'}</h1>
      </div>
    </header>
  );
}
