import { Failure } from '../../failure.js';
import { type Conflict, changedNames, commonBase, mergeForms } from '../form/merge.js';
import type { FormValues } from '../form/value.js';
import { type LoadedDocument, editedStatus, loadDocument, loadSibling } from '../document/document.js';
import type { Form } from './form-state.js';
import { type Loss, type Writing, isCreate } from './writing.js';

/** A newer version of the document, saved by another person. */
export interface Meeting {
  readonly theirs: LoadedDocument;
  /** What both versions began with. */
  readonly base: FormValues;
  readonly merged: FormValues;
  readonly conflicts: readonly Conflict[];
  /** The attributes that the other person changed. */
  readonly changed: readonly string[];
}

/** The version that another person saved, or the loss of a deleted version, if a write failed for that reason. */
export async function meetingOf(writing: Writing, error: unknown): Promise<LoadedDocument | Loss | undefined> {
  const { key, description } = writing;
  if (!(error instanceof Failure) || ![404, 412].includes(error.status) || isCreate(writing)) return undefined;
  const theirs = await loadDocument(key, editedStatus(key.type), description);
  if (theirs === undefined) return { hasOthers: (await loadSibling(key, description)) !== undefined };
  return error.status === 404 ? undefined : theirs;
}

export function meet({ base, values, sent }: Form, theirs: LoadedDocument): Meeting {
  const common = commonBase(base, theirs.values, sent);
  const merge = mergeForms(common, values, theirs.values);
  return { theirs, base: common, changed: changedNames(common, theirs.values), ...merge };
}
