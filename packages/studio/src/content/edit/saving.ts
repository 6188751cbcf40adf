import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Failure, messageOf } from '../../failure.js';
import { confirm } from '../../design/confirm.js';
import { toast } from '../../design/toast.js';
import { changedNames } from '../form/merge.js';
import type { FormValues } from '../form/value.js';
import { type LoadedDocument, type Status, editedStatus } from '../document/document.js';
import { useAutosave } from './autosave/autosave.js';
import type { Form } from './form-state.js';
import { meet, meetingOf } from './meeting.js';
import { type Action, type Loss, type Writing, check, readAgain, runAction, writeForm } from './writing.js';

/** What a key asked for. */
type Wish = 'save' | 'publish';

/**
 * Saves and publishes. Problems go to their fields; a newer version of another person becomes a `meeting`, and a version
 * that another person deleted becomes a `loss`. With `autosaves`, the form saves its draft while a person types.
 */
export function useSaving(writing: Writing, autosaves = false) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<Wish>();
  const [theirs, setTheirs] = useState<LoadedDocument>();
  const [loss, setLoss] = useState<Loss>();
  const { form } = writing;
  // A person may type until the dialog is there, so each render merges the current form.
  const meeting = theirs && meet(form, theirs);
  const status = editedStatus(writing.key.type);
  const latest = useRef(writing);
  latest.current = writing;
  const isFree = !busy && theirs === undefined && loss === undefined;
  const autosave = useAutosave(latest, queries, { isOn: autosaves && isFree });

  /** Runs `work` when no save of the form itself runs any more, and shows the text that `work` returns. */
  const attempt = async (work: (writing: Writing) => Promise<string | undefined>) => {
    setBusy(true);
    const release = autosave.hold();
    try {
      await autosave.ended();
      const said = await work(latest.current);
      if (said !== undefined) toast(said);
    } catch (error) {
      // A write that fails may still have reached the server, so only a person repeats it.
      setWanted(undefined);
      const met = await meetingOf(latest.current, error).catch(() => undefined);
      if (met !== undefined && 'etag' in met) setTheirs(met);
      else if (met !== undefined) setLoss(met);
      else {
        if (error instanceof Failure) form.refuse(error);
        toast(messageOf(error), { tone: 'bad' });
      }
    } finally {
      release();
      setBusy(false);
    }
  };
  const save = async (current: Writing, lost?: Loss) => {
    // The form may have saved itself, while this save waited.
    const isSaved = autosaves && lost === undefined && !current.isNew && !current.form.isDirty;
    if (!isSaved) {
      if (!(await isMeant(current, status))) return undefined;
      await writeForm(current, queries, status, lost);
    }
    return status === 'draft' ? 'The draft is saved.' : 'Saved.';
  };
  const saveForm = () => attempt(save);
  const act = (action: Exclude<Action, 'unpublish'>) =>
    attempt(async (current) => {
      if (action === 'publish' && !(await isMeant(current, 'published'))) return undefined;
      await runAction(current, queries, action);
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
    autosave: autosave.state,
    meeting,
    loss,
    save: saveForm,
    act,
    /**
     * Takes the published version away. With `isSame`, the draft has the same values, so that a publish brings the
     * version back.
     */
    unpublish: (isSame: boolean) =>
      attempt(async (current) => {
        await runAction(current, queries, 'unpublish');
        return sayUnpublished(isSame);
      }),
    /** Drops the unsaved changes. The form shows the document as it is saved now, which may be newer than its changes. */
    undo: () => attempt((current) => readAgain(current, queries)),
    /** Runs other work at the document, such as its deletion, while the form does not save itself. */
    alone: attempt,
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
      if (isWanted) await attempt((current) => save(current, loss));
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
