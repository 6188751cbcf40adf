import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, EyeOff, GitCompare, RotateCcw, Send, Trash2, Undo2 } from '../../design/icons.js';
import { useState } from 'react';
import { useLocation } from 'wouter';

import { useDescription } from '../../data/description.js';
import { api } from '../../data/request.js';
import { Badge } from '../../design/badge.js';
import { Button, IconButton } from '../../design/button.js';
import { confirm } from '../../design/confirm.js';
import { Menu, type MenuEntry } from '../../design/menu.js';
import { listAddress } from '../address.js';
import { changedNames } from '../form/merge.js';
import { NOT_DELETED, remainingOf } from '../document/deletion.js';
import { AutosavePanel } from './autosave/autosave-panel.js';
import { DifferencesDialog } from './differences.js';
import { type DocumentKey, type LoadedDocument, editedStatus, loadDocument, pathOf } from '../document/document.js';
import type { Form } from './form-state.js';
import { Locales } from './locales.js';
import type { DocumentSaving } from './saving.js';
import { refreshLists } from './writing.js';

interface SidePanelProps {
  readonly docKey: DocumentKey;
  readonly loaded: LoadedDocument | undefined;
  /** If the version does not exist yet: the document in another locale. */
  readonly sibling: LoadedDocument | undefined;
  readonly form: Form;
  readonly saving: DocumentSaving;
  readonly maySave: boolean;
  readonly canSave: boolean;
  readonly mayPublish: boolean;
  /** The form may save itself. */
  readonly mayAutosave: boolean;
}

/** The state of the document, and what can be done with it. */
export function SidePanel(props: SidePanelProps) {
  const { docKey, loaded, sibling, form, saving, maySave, canSave, mayPublish, mayAutosave } = props;
  const { type } = docKey;
  const [comparing, setComparing] = useState(false);
  const published = usePublished(docKey, loaded);
  const hasDrafts = editedStatus(type) === 'draft';
  const isModified = useModified(docKey, loaded);
  const differing =
    published.data == null || loaded === undefined || isModified === false
      ? []
      : changedNames(published.data.values, form.base);
  const state = stateOf(loaded, published.data ?? undefined, differing.length > 0 || isModified === true);
  return (
    <aside className="panel" aria-label="Document">
      <div className="card card-padded panel-card">
        <div className="row">
          {type.draftAndPublish && hasDrafts ? <Badge tone={state.tone}>{state.text}</Badge> : null}
          {form.isDirty ? <Badge tone="accent">Unsaved changes</Badge> : null}
          <span className="grow" />
          <More
            {...props}
            isPublished={published.data != null}
            differs={differing.length > 0}
            isModified={isModified}
          />
        </div>
        {mayPublish ? (
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            disabled={saving.busy}
            onClick={() => void saving.act('publish')}
          >
            Publish
          </Button>
        ) : null}
        {maySave ? (
          <Button variant={mayPublish ? 'default' : 'primary'} disabled={!canSave} onClick={() => void saving.save()}>
            {hasDrafts ? 'Save draft' : 'Save'}
          </Button>
        ) : null}
        {mayAutosave ? <AutosavePanel docKey={docKey} form={form} saving={saving} /> : null}
        {differing.length > 0 ? (
          <Button variant="quiet" icon={<GitCompare aria-hidden />} onClick={() => setComparing(true)}>
            {differing.length === 1 ? '1 field differs' : `${differing.length} fields differ`} from the published
            version
          </Button>
        ) : null}
        {form.problems.size > 0 ? (
          <p className="note note-danger" role="alert">
            {form.problems.size === 1 ? 'One value has a problem.' : `${form.problems.size} values have problems.`} They
            are marked in the form.
          </p>
        ) : null}
      </div>
      {type.localized ? <Locales docKey={docKey} loaded={loaded} sibling={sibling} form={form} /> : null}
      <Facts loaded={loaded} />
      {comparing && published.data != null ? (
        <DifferencesDialog
          attributes={type.attributes}
          names={differing}
          published={published.data.values}
          draft={form.base}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </aside>
  );
}

function stateOf(loaded: LoadedDocument | undefined, published: LoadedDocument | undefined, isModified: boolean) {
  if (loaded === undefined) return { text: 'New', tone: 'neutral' } as const;
  if (published === undefined) return { text: 'Draft', tone: 'neutral' } as const;
  return isModified ? ({ text: 'Modified', tone: 'warn' } as const) : ({ text: 'Published', tone: 'good' } as const);
}

/**
 * Whether the draft differs from the published version, as the API says; `undefined` if it does not. The values alone do
 * not tell, because the published version shows no related drafts.
 */
function useModified(
  { type, documentId, locale }: DocumentKey,
  loaded: LoadedDocument | undefined,
): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['content', type.name, 'modified', documentId, locale],
    enabled: loaded !== undefined && documentId !== undefined && editedStatus(type) === 'draft' && type.draftAndPublish,
    queryFn: ({ signal }) =>
      api<{ data: readonly unknown[] }>(`/${type.path}`, {
        query: {
          status: 'draft',
          publicationFilter: 'modified',
          filters: { documentId: { $eq: documentId } },
          fields: ['documentId'],
          ...(locale === undefined ? {} : { locale }),
        },
        signal,
      }),
  });
  return data === undefined ? undefined : data.data.length > 0;
}

function usePublished(docKey: DocumentKey, loaded: LoadedDocument | undefined) {
  const description = useDescription();
  const { type, documentId, locale } = docKey;
  return useQuery({
    queryKey: ['content', type.name, 'published', documentId, locale],
    enabled: loaded !== undefined && editedStatus(type) === 'draft',
    queryFn: async ({ signal }) => (await loadDocument(docKey, 'published', description, signal)) ?? null,
  });
}

interface MoreProps extends SidePanelProps {
  readonly isPublished: boolean;
  readonly differs: boolean;
  readonly isModified: boolean | undefined;
}

function More({ docKey, loaded, form, saving, isPublished, differs, isModified }: MoreProps) {
  const { type, locale } = docKey;
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const remove = async () => {
    const where = locale === undefined ? '' : ` in the locale ${locale}`;
    const text = `The document is deleted${where}, as draft and as published version. This cannot be undone.`;
    if (!(await confirm({ title: 'Delete the document?', text, confirm: 'Delete', danger: true }))) return;
    await saving.alone(async () => {
      await api(pathOf(docKey), { method: 'DELETE', query: locale === undefined ? {} : { locale } });
      const id = String(loaded?.document['documentId']);
      if ((await remainingOf(type, [id], locale)).has(id)) throw new Error(NOT_DELETED);
      form.load(form.base, undefined);
      await refreshLists(queries, docKey);
      navigate(type.single ? '/content' : listAddress(type, locale));
      return 'Deleted.';
    });
  };
  const undo = async () => {
    const text = 'The form shows what is saved, and your unsaved changes are lost.';
    const question = { title: 'Undo unsaved changes?', text, confirm: 'Undo changes', danger: true };
    if (await confirm(question)) await saving.undo();
  };
  const discard = async () => {
    const text = `The draft becomes the published version again. Saved changes that are not published${form.isDirty ? ' and your unsaved changes' : ''} are lost. This cannot be undone.`;
    const question = { title: 'Discard the draft?', text, confirm: 'Discard the draft', danger: true };
    if (await confirm(question)) await saving.act('discard');
  };
  const unpublish = async () => {
    const text = `Readers do not see the document any more. The draft stays${form.isDirty ? ', and your unsaved changes stay in the form' : ''}. The published version is lost where it differs from the draft.`;
    const question = { title: 'Unpublish the document?', text, confirm: 'Unpublish', danger: true };
    if (await confirm(question)) await saving.unpublish(isModified === false);
  };
  const mayAct = type.draftAndPublish && type.actions.includes('publish');
  const entries: MenuEntry[] = [
    ...(form.isDirty ? [{ label: 'Undo unsaved changes', icon: <Undo2 />, onSelect: () => void undo() }] : []),
    ...(mayAct && isPublished
      ? [
          {
            label: 'Discard the draft',
            icon: <RotateCcw />,
            disabled: !differs,
            onSelect: () => void discard(),
          },
          { label: 'Unpublish', icon: <EyeOff />, onSelect: () => void unpublish() },
        ]
      : []),
    ...(type.actions.includes('delete') && loaded !== undefined
      ? [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => void remove() }]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <Menu
      trigger={
        <IconButton small label="More actions">
          <EllipsisVertical />
        </IconButton>
      }
      entries={entries}
    />
  );
}

function Facts({ loaded }: { readonly loaded: LoadedDocument | undefined }) {
  if (loaded === undefined) return null;
  const { createdAt, updatedAt, documentId } = loaded.document;
  const moment = (value: unknown) =>
    typeof value === 'string' ? new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }) : '';
  return (
    <dl className="facts small">
      <dt>Created</dt>
      <dd>{moment(createdAt)}</dd>
      <dt>Changed</dt>
      <dd>{moment(updatedAt)}</dd>
      <dt>Id</dt>
      <dd className="code truncate" title={String(documentId)}>
        {String(documentId)}
      </dd>
    </dl>
  );
}
