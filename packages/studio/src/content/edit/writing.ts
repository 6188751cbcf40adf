import type { QueryClient } from '@tanstack/react-query';

import type { Description } from '../../data/description.js';
import { Failure } from '../../failure.js';
import { api, apiAnswer } from '../../data/request.js';
import { toast } from '../../design/toast.js';
import { sharedValues } from '../form/blank.js';
import { asTyped } from '../form/as-typed.js';
import { type NamedRecord, isFile } from '../form/gone.js';
import { commonBase } from '../form/merge.js';
import { withOwner } from '../form/owners.js';
import { formProblems } from '../form/problems/problems.js';
import { bodyOf } from '../form/to-body.js';
import type { ApiDocument, FormValues } from '../form/value.js';
import {
  type DocumentKey,
  type LoadedDocument,
  type OpenedDocument,
  type Status,
  editedStatus,
  loadDocument,
  openDocument,
  openedKey,
  pathOf,
  versionQuery,
} from '../document/document.js';
import type { Form } from './form-state.js';
import { type Versions, writeWithoutGone } from './gone-targets.js';

/** A form and the version that it writes. */
export interface Writing {
  readonly key: DocumentKey;
  readonly isNew: boolean;
  /** A new version gets the values that locales share from another locale of the document. */
  readonly inherits: boolean;
  readonly form: Form;
  readonly description: Description;
  /** Called with a document that was created, and with its form unless the form could not be read. */
  readonly onCreated: (document: ApiDocument, loaded: LoadedDocument | undefined) => void;
}

/** The version was deleted while it was edited. */
export interface Loss {
  /** The document still has versions in other locales. */
  readonly hasOthers: boolean;
}

export type Action = 'publish' | 'unpublish' | 'discard';

/** Whether the form writes a document that does not exist in any locale. */
export function isCreate({ key, isNew }: Pick<Writing, 'key' | 'isNew'>): boolean {
  return isNew && key.documentId === undefined && !key.type.single;
}

/** Writes the form, and gives back the ETag that the edited version has then. A version that is `lost` is written anew. */
export async function writeForm(
  writing: Writing,
  queries: QueryClient,
  as: Status,
  lost?: Loss,
): Promise<string | undefined> {
  check(writing, as);
  return writeValues(writing, queries, { as, values: writing.form.values, lost });
}

interface Write {
  readonly as: Status;
  /** The values of the form, or those of them that can be saved. */
  readonly values: FormValues;
  readonly lost?: Loss | undefined;
  /** The form saves itself, while a person types. */
  readonly byItself?: boolean;
}

export async function writeValues(writing: Writing, queries: QueryClient, what: Write): Promise<string | undefined> {
  const { as, values, lost } = what;
  const { key, form, description, onCreated } = writing;
  const { type } = key;
  const isMissing = writing.isNew || lost !== undefined;
  const takesOver = lost?.hasOthers ?? writing.inherits;
  const isFirst = isCreate(writing);
  const creates = lost === undefined ? isFirst : !takesOver && !type.single;
  const before = isMissing ? (takesOver ? sharedValues(type.attributes, form.base) : undefined) : form.base;
  const namesOwner = creates || (isMissing && !takesOver && type.single);
  const write = async (versions: Versions) => {
    const data = bodyOf(type.attributes, versions.after, versions.before, description.components);
    form.send(versions.after);
    return apiAnswer<{ data: ApiDocument }>(creates ? `/${type.path}` : pathOf(key), {
      method: creates ? 'POST' : 'PUT',
      query: versionQuery(key, as),
      headers: isFirst ? { 'Idempotency-Key': form.creation } : ifMatch(isMissing ? undefined : form.etag),
      body: { data: namesOwner ? withOwner(data, type, description) : data },
    }).catch((error: unknown) => {
      // The server has refused the write, so that it has surely not changed anything.
      if (error instanceof Failure && error.status >= 400 && error.status < 500) form.send(form.sent);
      throw error;
    });
  };
  const { body, etag, sent } = await writeWithoutGone({ after: values, before }, write, (gone) => {
    form.leaveOut(gone);
    for (const each of gone) toast(`${nameOf(each)} does not exist any more, and is left out.`);
  });
  const saved = creates ? { ...key, documentId: String(body.data['documentId']) } : key;
  // The answer may show the published version, while the form edits the draft. A write with the old ETag is refused where
  // others have saved, and one without an ETag would replace their work.
  const own = as === editedStatus(type) ? etag : form.etag;
  // An earlier request with the same key may have created the document, from values that the form had then.
  const earlier = isFirst ? form.sent : undefined;
  const written = { sent, earlier, etag: own, byItself: what.byItself ?? false, creates };
  const loaded = await settle({ ...writing, key: saved }, queries, written);
  if (creates) onCreated(body.data, loaded ?? { document: body.data, values: sent, etag: own });
  return loaded?.etag ?? own;
}

function ifMatch(etag: string | undefined): Readonly<Record<string, string>> {
  return etag === undefined ? {} : { 'If-Match': etag };
}

function nameOf(item: NamedRecord): string {
  return (isFile(item) ? item.name : item.label) ?? 'A related document';
}

export async function runAction(writing: Writing, queries: QueryClient, action: Action): Promise<void> {
  const { key, form, description } = writing;
  const { type } = key;
  if (action === 'publish' && (writing.isNew || !type.actions.includes('publish'))) {
    await writeForm(writing, queries, 'published');
    return;
  }
  if (action === 'publish') check(writing, 'published');
  const etag = action === 'publish' && form.isDirty ? await writeForm(writing, queries, 'draft') : form.etag;
  await api(`${pathOf(key)}/actions/${action}`, {
    method: 'POST',
    query: versionQuery({ ...key, type: { ...type, draftAndPublish: false } }, 'draft'),
    // Changes that the form does not show are neither published nor discarded. Unpublishing keeps them.
    headers: ifMatch(action === 'unpublish' ? undefined : etag),
  });
  if (action === 'discard') {
    const loaded = await loadDocument(key, editedStatus(type), description);
    // A person may type meanwhile.
    if (loaded !== undefined) form.saved({ base: loaded.values, etag: loaded.etag, sent: form.values });
    void refreshLists(queries, key);
  } else await settle(writing, queries, { sent: action === 'publish' ? form.values : form.base, etag });
}

/** Fails where a value has a problem that the form knows. */
export function check({ key: { type }, form, description }: Writing, as: Status): void {
  const isFinal = as === 'published' || !type.draftAndPublish;
  const problems = formProblems(type.attributes, form.values, { components: description.components, isFinal });
  if (problems.length > 0) throw new Failure('refused', problems[0]?.message ?? '', 400, problems);
}

/**
 * Drops the changes of a form, except those made while the document is read. Returns a message if the document is gone.
 */
export async function readAgain({ key, isNew, form, description }: Writing, queries: QueryClient) {
  // The form of a document whose draft is missing began with its published version.
  const { version: loaded } = isNew ? {} : await openDocument(key, description);
  if (loaded === undefined) form.undo();
  else {
    // A person may type meanwhile.
    form.saved({ base: loaded.values, etag: loaded.etag, sent: form.values });
    queries.setQueryData<OpenedDocument>(openedKey(key), (opened) => opened && { version: loaded });
  }
  return isNew || loaded !== undefined ? undefined : 'The document does not exist any more.';
}

interface Written {
  readonly sent: FormValues;
  /** The values of an earlier request that may have created the document instead of this one. */
  readonly earlier?: FormValues | undefined;
  readonly etag: string | undefined;
  readonly byItself?: boolean;
  readonly creates?: boolean;
}

/**
 * Marks `sent` as saved, and reads the document again. The save has succeeded, so a failed read is no failure of the
 * save. A person may type meanwhile, so changes since `sent` stay.
 */
async function settle(
  { key, form, description }: Writing,
  queries: QueryClient,
  { sent, earlier, etag, byItself = false, creates = false }: Written,
): Promise<LoadedDocument | undefined> {
  if (earlier === undefined) form.saved({ base: sent, etag, sent, byItself });
  const { attributes } = key.type;
  const loaded = await loadDocument(key, editedStatus(key.type), description).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  if (loaded !== undefined) {
    const base = byItself ? asTyped(attributes, sent, loaded.values, description.components) : loaded.values;
    const since = earlier === undefined ? sent : commonBase(form.base, base, earlier);
    form.saved({ base, etag: loaded.etag, sent: since, byItself });
    // A form that is closed has no such data, and its document is read anew when it is opened.
    queries.setQueryData<OpenedDocument>(openedKey(key), (opened) => opened && { version: loaded });
  }
  // Nothing waits for the lists, because they may be slow and the form does not show them.
  void (byItself && !creates ? refreshModified(queries, key) : refreshLists(queries, key));
  return loaded;
}

/** Lists are read again when they are seen. The form shows at once whether the draft differs from what is published. */
async function refreshModified(queries: QueryClient, { type }: DocumentKey): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['content', type.name], refetchType: 'none' });
  await queries.refetchQueries({ queryKey: ['content', type.name, 'modified'], type: 'active' });
}

/** Lists, counts and other versions of the type are read again. */
export async function refreshLists(queries: QueryClient, { type }: Pick<DocumentKey, 'type'>): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['content', type.name] });
}
