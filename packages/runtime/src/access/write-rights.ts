import type { Scope } from '../content/index.js';
import { ForbiddenError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type Action, may } from './rights.js';

/** A right to write documents of a type. The rights to drafts never change a published version. */
export type WriteRight = 'create' | 'update' | DraftRight;

type DraftRight = 'createDraft' | 'updateDraft';

/**
 * The right with which a caller creates or updates documents; `undefined` if the caller may do neither. The right to
 * write includes the right to write drafts, so the rows of the smaller right count only where the larger one is missing.
 */
export function writeRight(scope: Scope, model: AnyModel, action: 'create' | 'update'): WriteRight | undefined {
  if (may(scope, model, action)) return action;
  const right = `${action}Draft` as const;
  return model.draftAndPublish && may(scope, model, right) ? right : undefined;
}

/** Throws a 403 unless the caller may create or update documents, or drafts of documents. */
export function authorizeWrite(scope: Scope, model: AnyModel, action: 'create' | 'update'): WriteRight {
  const right = writeRight(scope, model, action);
  if (right === undefined) throw new ForbiddenError();
  return right;
}

export function isDraftRight(right: Action): right is DraftRight {
  return right === 'createDraft' || right === 'updateDraft';
}

/** The right with which a write changes a document of this type, if it changes drafts of the type alone, or all versions. */
export function changeRight(
  scope: Scope,
  model: AnyModel,
  { draftsOnly }: { readonly draftsOnly: boolean },
): WriteRight | undefined {
  const right = writeRight(scope, model, 'update');
  return right !== undefined && isDraftRight(right) && !draftsOnly ? undefined : right;
}

/**
 * Whether a write changes drafts alone. On the other side of a relation, it then changes the drafts of types with drafts.
 */
export function changesDraftsOnly({ draftAndPublish }: AnyModel, { publish }: { readonly publish: boolean }): boolean {
  return draftAndPublish && !publish;
}
