import { authorize } from '../access/index.js';
import { meetsRowRules } from '../access/row-check.js';
import type { Scope } from '../content/content.js';
import type { Executor } from '../database/database.js';
import { ValidationError } from '../errors/index.js';
import type { AnyModel } from '../model/model.js';
import { type PlannedQuery, planQuery } from '../read/index.js';
import type { Query } from '../read/request.js';
import { meets } from './checks/delete-filter.js';
import { checkIfMatch } from './checks/if-match.js';
import { hooksOf } from './hooks.js';
import { singleDocument } from './single.js';
import { inTransaction } from './transaction.js';
import { removeDocument } from './removal.js';
import { editStatus } from './targets/target.js';

/** Deletes a document, or one locale of it. A document that does not exist is no error. */
export async function remove(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planQuery(scope, model, 'update', query);
  await inTransaction(scope, model, (executor) => removeOne(scope, executor, plan, documentId, query));
}

/** The same for the document of a single type. */
export async function removeSingle(scope: Scope, model: AnyModel, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planQuery(scope, model, 'update', query);
  await inTransaction(scope, model, async (executor) => {
    const documentId = await singleDocument(executor, model);
    if (documentId !== undefined) await removeOne(scope, executor, plan, documentId, query);
  });
}

async function removeOne(
  scope: Scope,
  executor: Executor,
  plan: PlannedQuery,
  documentId: string,
  { ifMatch }: Query,
): Promise<void> {
  const { model, where } = plan.plan;
  const locale = localeToRemove(scope, plan);
  const conditions = where === undefined ? [] : [where];
  const hooks = hooksOf(scope, model, { locale, publish: false });
  const removed = await removeDocument(executor, {
    model,
    documentId,
    locale,
    mayRemove: async (tx, versions) => {
      if (!(await meetsRowRules(scope, tx, model, 'delete', documentId))) return false;
      checkIfMatch(ifMatch, model, 'published', versions);
      if (!(await meets(tx, model, documentId, editStatus(model), locale, conditions))) return false;
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
