import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Description } from '../../data/description.js';
import { Failure, messageOf } from '../../data/failure.js';
import { api } from '../../data/request.js';
import { toast } from '../../design/toast.js';
import { type Conflict, mergeForms } from '../form/merge.js';
import { jsonProblems } from '../form/problems.js';
import { bodyOf } from '../form/to-body.js';
import type { ApiDocument, FormValues } from '../form/value.js';
import {
  type DocumentKey,
  type LoadedDocument,
  type Status,
  editedStatus,
  loadDocument,
  pathOf,
  versionQuery,
} from './document.js';
import type { Form } from './form-state.js';

/** A newer version of the document, saved by another person. */
export interface Meeting {
  readonly theirs: LoadedDocument;
  readonly merged: FormValues;
  readonly conflicts: readonly Conflict[];
}

interface Saving {
  readonly key: DocumentKey;
  readonly isNew: boolean;
  readonly form: Form;
  readonly description: Description;
  /** Called with a document that was created. */
  readonly onCreated: (document: ApiDocument) => void;
}

export type Action = 'publish' | 'unpublish' | 'discard';

/** Saves and publishes. Problems go to their fields; a newer version of another person becomes a `meeting`. */
export function useSaving({ key, isNew, form, description, onCreated }: Saving) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [meeting, setMeeting] = useState<Meeting>();
  const status = editedStatus(key.type);

  /** Reads the document again. A person may type meanwhile, so changes since `sent` stay; without it, none do. */
  const reload = async (sent?: FormValues) => {
    const loaded = await loadDocument(key, status, description);
    if (loaded !== undefined && sent !== undefined) form.saved(loaded.values, loaded.etag, sent);
    else if (loaded !== undefined) form.load(loaded.values, loaded.etag);
    await refreshLists(queries, key);
  };
  const write = async (as: Status): Promise<void> => {
    const invalid = jsonProblems(key.type.attributes, form.values, description.components);
    if (invalid.length > 0) throw new Failure('refused', invalid[0]?.message ?? '', 400, invalid);
    const before = isNew ? undefined : form.base;
    const data = bodyOf(key.type.attributes, form.values, before, description.components);
    const headers = form.etag === undefined || isNew ? {} : { 'If-Match': form.etag };
    const creates = isNew && key.documentId === undefined && !key.type.single;
    const { data: saved } = await api<{ data: ApiDocument }>(creates ? `/${key.type.path}` : pathOf(key), {
      method: creates ? 'POST' : 'PUT',
      query: versionQuery(key, as),
      headers,
      body: { data },
    });
    if (creates) {
      form.load(form.values, undefined);
      await refreshLists(queries, key);
      onCreated(saved);
    } else await reload(form.values);
  };
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      toast(await work());
    } catch (error) {
      await explain(error);
    } finally {
      setBusy(false);
    }
  };
  const explain = async (error: unknown) => {
    if (error instanceof Failure && error.status === 412) {
      const theirs = await loadDocument(key, status, description);
      if (theirs !== undefined) return setMeeting({ theirs, ...mergeForms(form.base, form.values, theirs.values) });
    }
    if (error instanceof Failure) form.refuse(error);
    return toast(messageOf(error), { tone: 'bad' });
  };

  return {
    busy,
    meeting,
    save: () =>
      attempt(async () => {
        await write(status);
        return status === 'draft' ? 'The draft is saved.' : 'Saved.';
      }),
    act: (action: Action) =>
      attempt(async () => {
        const mayAct = key.type.actions.includes('publish');
        if (action === 'publish' && (isNew || !mayAct)) {
          await write('published');
          return 'Published.';
        }
        if (action === 'publish' && form.isDirty) await write('draft');
        await api(`${pathOf(key)}/actions/${action}`, {
          method: 'POST',
          query: versionQuery({ ...key, type: { ...key.type, draftAndPublish: false } }, 'draft'),
        });
        await reload({ publish: form.values, unpublish: form.base, discard: undefined }[action]);
        return SAID[action];
      }),
    /** Continues with the newer version and the chosen values. */
    settle: (values: FormValues | undefined) => {
      if (meeting !== undefined && values !== undefined) form.load(meeting.theirs.values, meeting.theirs.etag, values);
      setMeeting(undefined);
    },
  };
}

const SAID: Readonly<Record<Action, string>> = {
  publish: 'Published.',
  unpublish: 'Unpublished. Readers do not see the document any more.',
  discard: 'The draft is the published version again.',
};

/** Lists, counts and other versions of the type are read again. */
export async function refreshLists(queries: QueryClient, { type }: Pick<DocumentKey, 'type'>): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['content', type.name] });
}
