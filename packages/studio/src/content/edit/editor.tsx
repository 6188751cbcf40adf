import { ArrowLeft } from '../../design/icons.js';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';

import { type DescribedType, useDescription } from '../../data/description.js';
import { allowLeaving } from '../../shell/leaving.js';
import { useShortcut } from '../../shell/shortcuts.js';
import { AttributeFields } from '../fields/attribute-fields.js';
import { DocumentValuesProvider, type FieldContext, FieldContextProvider } from '../fields/form-context.js';
import { labelAttribute } from '../form/label.js';
import type { FormValues } from '../form/value.js';
import { ConflictDialog } from './conflict-dialog.js';
import { type DocumentKey, type LoadedDocument, editedStatus } from './document.js';
import { useForm } from './form-state.js';
import { forget } from './kept-changes.js';
import { useSaving } from './saving.js';
import { SidePanel } from './side-panel.js';

interface EditorProps {
  readonly docKey: DocumentKey;
  /** `undefined` for a version that does not exist yet. */
  readonly loaded: LoadedDocument | undefined;
  readonly base: FormValues;
  readonly start: FormValues | undefined;
  readonly title: string;
  /** Starts this version with values of another locale. */
  readonly onCopy: (values: FormValues) => void;
}

export function Editor({ docKey, loaded, base, start, title, onCopy }: EditorProps) {
  const { type, documentId, locale } = docKey;
  const description = useDescription();
  const [, navigate] = useLocation();
  const formKey = [type.name, documentId ?? 'new', locale ?? ''].join(' ');
  const form = useForm({
    key: formKey,
    attributes: type.attributes,
    components: description.components,
    base,
    etag: loaded?.etag,
    ...(start === undefined ? {} : { start }),
  });
  const isNew = loaded === undefined;
  const saving = useSaving({
    key: docKey,
    isNew,
    form,
    description,
    onCreated: ({ documentId: id }) => {
      forget(formKey);
      allowLeaving();
      navigate(`/content/${type.name}/${String(id)}${locale === undefined ? '' : `?locale=${locale}`}`, {
        replace: true,
      });
    },
  });
  const mayWrite = type.actions.includes(isNew && documentId === undefined && !type.single ? 'create' : 'update');
  const mayPublish = type.draftAndPublish && (type.actions.includes('publish') || mayWrite);
  useShortcut('mod+s', () => void saving.save(), mayWrite && !saving.busy);
  useShortcut('mod+enter', () => void saving.act('publish'), mayPublish && !saving.busy);

  const context = useMemo<FieldContext>(
    () => ({
      description,
      type,
      documentId,
      locale,
      status: editedStatus(type),
      problems: form.problems,
      readOnly: !mayWrite,
    }),
    [description, type, documentId, locale, form.problems, mayWrite],
  );
  const label = labelAttribute(type.attributes);
  const named = label === undefined ? undefined : form.values[label];
  return (
    <FieldContextProvider value={context}>
      <div className="edit">
        <EditHead type={type} title={title} name={typeof named === 'string' ? named : ''} isNew={isNew} />
        <form className="edit-form" aria-label={title} onSubmit={(event) => event.preventDefault()}>
          {form.restored && form.isDirty ? (
            <p className="note note-warn">These are your unsaved changes from an earlier visit.</p>
          ) : null}
          {mayWrite ? null : <p className="note">Your role may read this document, but not change it.</p>}
          <DocumentValuesProvider value={form.values}>
            <AttributeFields attributes={type.attributes} values={form.values} onChange={form.change} />
          </DocumentValuesProvider>
        </form>
        <SidePanel
          docKey={docKey}
          loaded={loaded}
          form={form}
          saving={saving}
          mayWrite={mayWrite}
          mayPublish={mayPublish}
          onCopy={onCopy}
        />
      </div>
      {saving.meeting === undefined ? null : (
        <ConflictDialog meeting={saving.meeting} attributes={type.attributes} onSettle={saving.settle} />
      )}
    </FieldContextProvider>
  );
}

interface EditHeadProps {
  readonly type: DescribedType;
  readonly title: string;
  /** Empty for a document without a name. */
  readonly name: string;
  readonly isNew: boolean;
}

function EditHead({ type, title, name, isNew }: EditHeadProps) {
  return (
    <header className="edit-head">
      {type.single ? null : (
        <Link
          href={`/content/${type.name}`}
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
