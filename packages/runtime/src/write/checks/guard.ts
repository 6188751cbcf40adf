import type { Status } from '../../shape/index.js';
import { isDeepStrictEqual } from 'node:util';

import { type Action, meetsRowRules } from '../../access/index.js';
import type { Scope } from '../../content/index.js';
import type { Executor } from '../../database/index.js';
import { ContentError, NotFoundError } from '../../errors/index.js';
import { type AnyModel, storageOf } from '../../model/index.js';
import type { Version } from '../targets/target.js';

/** Throws where the caller must not write the document as it is now. */
export type Guard = (executor: Executor, versions: readonly Version[]) => Promise<void>;

interface Guarded {
  readonly model: AnyModel;
  readonly documentId: string;
  readonly action: Action;
  /** The status that `If-Match` compares with. */
  readonly status: Status;
  readonly ifMatch: string | undefined;
  /** The action publishes the draft as it is, or throws it away. */
  readonly usesDraft?: boolean;
}

/** Lets a caller pass whose row rules hold for the document, and whose `If-Match` names its current state. */
export function guardOf(scope: Scope, guarded: Guarded): Guard {
  const { model, documentId, action, status, ifMatch, usesDraft = false } = guarded;
  return async (executor, versions) => {
    if (!(await meetsRowRules(scope, executor, model, action, documentId))) throw new NotFoundError();
    checkIfMatch(ifMatch, model, status, usesDraft ? versionsOfDraft(model, versions) : versions);
  };
}

/**
 * Compares `If-Match` with the versions that the write changes. Only the beginning of an ETag counts, because its rest
 * depends on `populate`. A tag without the id of a version, as former releases sent it, has to name the counter of the
 * version that a GET of the same status shows, or that of the draft where there is no such version.
 */
export function checkIfMatch(
  header: string | undefined,
  model: AnyModel,
  status: Status,
  versions: readonly Version[],
): void {
  if (header === undefined || header.trim() === '') return;
  const ofStatus = versions.filter((version) => version.status === (model.draftAndPublish ? status : 'published'));
  // A request that concerns all locales has several.
  const shown = ofStatus.length > 0 ? ofStatus : versions.slice(0, 1);
  // Publishing changes the draft, too.
  const written = status === 'draft' ? shown : versions;
  const isCurrent = (tag: string) => {
    const [, id, counter] = TAG.exec(tag) ?? [];
    if (id === undefined) return shown.some(({ version }) => counter === String(version));
    return written.some((version) => id === String(version.id) && counter === String(version.version));
  };
  const matches = header.split(',').some((tag) => tag.trim() === '*' || isCurrent(tag.trim()));
  if (shown.length === 0 || !matches) {
    throw new ContentError(412, 'PreconditionFailedError', 'The document has changed since');
  }
}

/**
 * The versions whose tags stand for what the draft has: the draft itself, and the published version as long as the draft
 * is equal to it. Publishing or discarding a draft concerns changes that a reader of the published version has not seen.
 */
function versionsOfDraft(model: AnyModel, versions: readonly Version[]): readonly Version[] {
  const draft = versions.find(({ status }) => status === 'draft');
  const published = versions.find(({ status }) => status === 'published');
  if (draft === undefined || published === undefined || isEqual(model, draft, published)) return versions;
  return [draft];
}

/** A rank belongs to the list of another document, so equal versions may have different ranks. */
function isEqual(model: AnyModel, draft: Version, published: Version): boolean {
  const names = storageOf(model).columns.flatMap(({ name, placeOf }) => (placeOf === undefined ? [name] : []));
  return (
    draft.diverged.length === 0 && names.every((name) => isDeepStrictEqual(draft.values[name], published.values[name]))
  );
}

const TAG = /^(?:W\/)?"(?:(\d+)\.)?(\d+)(?:-[^"]*)?"$/;
