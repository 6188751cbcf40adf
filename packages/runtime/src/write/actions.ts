import { type MayCarry, authorize, mayCarryFor, meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ForbiddenError, NotFoundError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import type { Answer, Query } from '../read/index.js';
import { type PlannedAnswer, planAnswer } from './answer.js';
import { discard } from './discard.js';
import { guardOf } from './guard.js';
import { type WriteHooks, hooksOf } from './hooks.js';
import { publish } from './publish.js';
import { singleDocument } from './single.js';
import type { Guard } from './stages/stages.js';
import { inTransaction } from './transaction.js';
import { unpublish } from './unpublish.js';
import type { Target } from './targets/target.js';

/** An action on the versions of an existing document. */
export interface DocumentAction {
  readonly scope: Scope;
  readonly target: Target;
  readonly guard: Guard;
  readonly hooks: WriteHooks;
  readonly mayCarry: MayCarry;
}

/** An action whose rights and query are checked. */
export interface PlannedAction {
  readonly answer: PlannedAnswer;
  /** Runs the action in a transaction. */
  perform(executor: Executor, documentId: string): Promise<void>;
}

/** Publishes, unpublishes or discards the draft of a document: the action is part of the path. */
export async function act(
  scope: Scope,
  model: AnyModel,
  documentId: string,
  action: string,
  query: Query,
): Promise<Answer> {
  return actOn(scope, model, documentId, () => Promise.resolve(documentId), action, query);
}

/** The same for the document of a single type. */
export async function actSingle(scope: Scope, model: AnyModel, action: string, query: Query): Promise<Answer> {
  return actOn(scope, model, undefined, (executor) => singleDocument(executor, model), action, query);
}

async function actOn(
  scope: Scope,
  model: AnyModel,
  known: string | undefined,
  find: (executor: Executor) => Promise<string | undefined>,
  action: string,
  query: Query,
): Promise<Answer> {
  const { answer, perform } = planAction(scope, model, action, query);
  return inTransaction(scope, model, known, async (executor) => {
    const documentId = await find(executor);
    if (documentId === undefined) throw new NotFoundError();
    await perform(executor, documentId);
    return answer.show(executor, { documentId });
  });
}

export function planAction(scope: Scope, model: AnyModel, action: string, query: Query): PlannedAction {
  authorize(scope, model, 'publish');
  if (!model.draftAndPublish) throw new NotFoundError();
  const answer = planAnswer(scope, model, query, { status: action === 'publish' ? 'published' : 'draft' });
  const { locale, preferred, status } = answer.version;
  const hooks = hooksOf(scope, model, answer.version);
  const perform = async (executor: Executor, documentId: string) => {
    const usesDraft = action !== 'unpublish';
    const guard = guardOf(scope, { model, documentId, action: 'publish', status, ifMatch: query.ifMatch, usesDraft });
    // Only `publish` writes a published version; the other actions end with the draft.
    const target = { model, documentId, locale, preferred, publish: false };
    const verb = action === 'publish' ? publish : action === 'unpublish' ? unpublish : discard;
    await verb(executor, { scope, target, guard, hooks, mayCarry: mayCarryFor(scope) });
    // Relations of the new version lead to other versions than those of the old one, so the row rules may not hold for it.
    if (!(await meetsRowRules(scope, executor, model, 'publish', documentId))) throw new ForbiddenError();
  };
  return { answer, perform };
}
