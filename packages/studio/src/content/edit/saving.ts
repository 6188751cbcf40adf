import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Failure, messageOf } from '../../failure.js';
import { confirm } from '../../design/confirm.js';
import { toast } from '../../design/toast.js';
import { type Conflict, changedNames, mergeForms } from '../form/merge.js';
import type { FormValues } from '../form/value.js';
import { type LoadedDocument, type Status, editedStatus, loadDocument, loadSibling } from '../document/document.js';
import type { Form } from './form-state.js';
import { type Action, type Loss, type Writing, check, isCreate, readAgain, runAction, writeForm } from './writing.js';

/** A newer version of the document, saved by another person. */
export interface Meeting {
  readonly theirs: LoadedDocument;
  readonly merged: FormValues;
  readonly conflicts: readonly Conflict[];
  /** The attributes that the other person changed. */
  readonly changed: readonly string[];
}

/** What a key asked for. */
type Wish = 'save' | 'publish';

/**
 * Saves and publishes. Problems go to their fields; a newer version of another person becomes a `meeting`, and a version
 * that another person deleted becomes a `loss`.
 */
export function useSaving(writing: Writing) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<Wish>();
  const [theirs, setTheirs] = useState<LoadedDocument>();
  const [loss, setLoss] = useState<Loss>();
  const { form } = writing;
  // A person may type until the dialog is there, so each render merges the current form.
  const meeting = theirs && meet(form, theirs);
  const status = editedStatus(writing.key.type);

  /** Runs `work`, and shows the text that `work` returns. */
  const attempt = async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    try {
      const said = await work();
      if (said !== undefined) toast(said);
    } catch (error) {
      // A write that fails may still have reached the server, so only a person repeats it.
      setWanted(undefined);
      const met = await meetingOf(writing, error).catch(() => undefined);
      if (met !== undefined && 'etag' in met) setTheirs(met);
      else if (met !== undefined) setLoss(met);
      else {
        if (error instanceof Failure) form.refuse(error);
        toast(messageOf(error), { tone: 'bad' });
      }
    } finally {
      setBusy(false);
    }
  };
  const save = async (lost?: Loss) => {
    if (!(await isMeant(writing, status))) return undefined;
    await writeForm(writing, queries, status, lost);
    return status === 'draft' ? 'The draft is saved.' : 'Saved.';
  };
  const saveForm = () => attempt(() => save());
  const act = (action: Exclude<Action, 'unpublish'>) =>
    attempt(async () => {
      if (action === 'publish' && !(await isMeant(writing, 'published'))) return undefined;
      await runAction(writing, queries, action);
      return SAID[action];
    });
  const sayUnpublished = useUnpublished(form, () => act('publish'));
  useEffect(() => {
    if (wanted === undefined || busy) return;
    setWanted(undefined);
    if (wanted === 'publish') void act('publish');
    else if (form.isDirty || writing.isNew) void saveForm();
  });
  return {
    busy,
    meeting,
    loss,
    save: saveForm,
    act,
    /**
     * Takes the published version away. With `isSame`, the draft has the same values, so that a publish brings the
     * version back.
     */
    unpublish: (isSame: boolean) =>
      attempt(async () => {
        await runAction(writing, queries, 'unpublish');
        return sayUnpublished(isSame);
      }),
    /** Drops the unsaved changes. The form shows the document as it is saved now, which may be newer than its changes. */
    undo: () => attempt(() => readAgain(writing, queries)),
    /**
     * Saves or publishes now, or as soon as the write that runs has ended: that write lacks the words that were typed
     * since it began. Publishing saves, too.
     */
    want: (wish: Wish) => setWanted((before) => (before === 'publish' ? before : wish)),
    /** Continues with the newer version and the chosen values. */
    settle: (values: FormValues | undefined) => {
      if (meeting !== undefined && values !== undefined) form.load(meeting.theirs.values, meeting.theirs.etag, values);
      setTheirs(undefined);
    },
    /** Saves the form as a new version in place of a deleted one, or closes the question. */
    restore: async (isWanted: boolean) => {
      setLoss(undefined);
      if (isWanted) await attempt(() => save(loss));
    },
  };
}

export type DocumentSaving = ReturnType<typeof useSaving>;

const SAID: Readonly<Record<Exclude<Action, 'unpublish'>, string>> = {
  publish: 'Published.',
  discard: 'The draft is the published version again.',
};

/** Says that a document is unpublished, and offers to take that back if `isSame`, unless the form has changed since. */
function useUnpublished(form: Form, publish: () => Promise<void>): (isSame: boolean) => undefined {
  const now = useRef({ form, publish });
  now.current = { form, publish };
  const undo = () => {
    const { current } = now;
    const isOther = current.form.isDirty || changedNames(form.base, current.form.base).length > 0;
    if (isOther) toast('The form has changed since. “Publish” publishes it as it is now.', { tone: 'bad' });
    else void current.publish();
  };
  return (isSame) => {
    const text = 'Unpublished. Readers do not see the document any more.';
    toast(text, isSame ? { action: { label: 'Undo', run: undo } } : {});
    return undefined;
  };
}

/** A new version without anything that a person has typed or chosen is written after a question. */
async function isMeant(writing: Writing, as: Status): Promise<boolean> {
  const { form, isNew, inherits } = writing;
  if (!isNew || form.isDirty) return true;
  check(writing, as);
  const what = inherits ? 'version' : 'document';
  const text = `Nothing is typed or chosen yet. The ${what} has only the values that the form began with.`;
  return confirm({ title: `Create an empty ${what}?`, text, confirm: 'Create it' });
}

/** The version that another person saved, or the loss of a deleted version, if a write failed for that reason. */
async function meetingOf(writing: Writing, error: unknown): Promise<LoadedDocument | Loss | undefined> {
  const { key, description } = writing;
  if (!(error instanceof Failure) || ![404, 412].includes(error.status) || isCreate(writing)) return undefined;
  const theirs = await loadDocument(key, editedStatus(key.type), description);
  if (theirs === undefined) return { hasOthers: (await loadSibling(key, description)) !== undefined };
  return error.status === 404 ? undefined : theirs;
}

function meet({ base, values }: Form, theirs: LoadedDocument): Meeting {
  return { theirs, changed: changedNames(base, theirs.values), ...mergeForms(base, values, theirs.values) };
}
