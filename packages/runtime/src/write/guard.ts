import { type Action, meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { NotFoundError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { checkIfMatch, versionsOfDraft } from './checks/if-match.js';
import type { Guard } from './stages/stages.js';
import type { Status } from './targets/target.js';

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
