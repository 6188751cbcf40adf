import { authorize, may, meetsRowRules } from '../access/index.js';
import type { Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/index.js';
import { type PlannedQuery, type Query, planQuery } from '../read/index.js';
import { hasFilters, meetsFilters } from './checks/delete-filter.js';
import { checkIfMatch } from './checks/if-match.js';
import { hooksOf } from './hooks.js';
import { singleDocument } from './single.js';
import { inTransaction } from './transaction.js';
import { removeDocument } from './removal.js';
import { editStatus } from './targets/target.js';

/** Deletes a document, or one locale of it. A document that does not exist is no error. */
export async function remove(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planDelete(scope, model, query);
  await inTransaction(scope, model, documentId, (executor) => removeOne(scope, executor, plan, documentId, query));
}

/** The same for the document of a single type. */
export async function removeSingle(scope: Scope, model: AnyModel, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planDelete(scope, model, query);
  await inTransaction(scope, model, undefined, async (executor) => {
    const documentId = await singleDocument(executor, model);
    if (documentId !== undefined) await removeOne(scope, executor, plan, documentId, query);
  });
}

/**
 * Filters of a DELETE look only at versions that the caller may read, with its row rules; otherwise a delete would tell
 * whether a hidden value meets them.
 */
export function planDelete(scope: Scope, model: AnyModel, query: Query): PlannedQuery {
  const status = may(scope, model, 'findDraft') ? editStatus(model) : 'published';
  const planned = planQuery(scope, model, 'find', query, status);
  if (hasFilters(planned.plan)) authorize(scope, model, 'find');
  return planned;
}

/** Deletes a document in a transaction. */
export async function removeOne(
  scope: Scope,
  executor: Executor,
  plan: PlannedQuery,
  documentId: string,
  { ifMatch }: Query,
): Promise<void> {
  const { model } = plan.plan;
  const locale = localeToRemove(scope, plan);
  const hooks = hooksOf(scope, model, { locale, publish: false });
  const removed = await removeDocument(executor, {
    model,
    documentId,
    locale,
    mayRemove: async (tx, versions) => {
      if (!(await meetsRowRules(scope, tx, model, 'delete', documentId))) return false;
      checkIfMatch(ifMatch, model, 'published', versions);
      if (!(await meetsFilters(tx, plan.plan, documentId, locale))) return false;
      await hooks.run(tx, 'beforeDelete', documentId);
      return true;
    },
  });
  if (removed) await hooks.run(executor, 'afterDelete', documentId);
}

/** The locale that a request deletes; `undefined` for the whole document. */
function localeToRemove(scope: Scope, { parameters, plan }: PlannedQuery): string | undefined {
  const { model } = plan;
  if (parameters.status === 'draft' && model.draftAndPublish) {
    throw new ValidationError('A draft cannot be deleted on its own: leave status out to delete the document');
  }
  if (!model.localized || parameters.locale.includes('*')) return undefined;
  const [code = scope.content.settings.locales.default, ...others] = parameters.locale;
  if (others.length > 0) throw new ValidationError('Only one locale can be deleted at a time, or all with *');
  return code;
}
