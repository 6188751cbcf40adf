import { authorize, may, meetsRowRules } from '../access/index.js';
import { noting } from '../changes/index.js';
import type { Content, Scope } from '../content/index.js';
import type { Executor } from '../database/index.js';
import { ValidationError } from '../errors/index.js';
import { type AnyModel, storageOf } from '../model/index.js';
import type { ReadPlan } from '../plan/index.js';
import { type PlannedQuery, type Query, planQuery } from '../read/index.js';
import { readRow, run, selectOne } from '../sql/index.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { checkIfMatch } from './checks/guard.js';
import { hooksOf } from './hooks.js';
import { noteRemoval } from './removal.js';
import { type Version, editStatus, singleDocument } from './targets/target.js';
import { inTransaction } from './transaction.js';
import { levelShared } from './versions/shared-locales.js';
import { versionsIn } from './versions/rows.js';

/** Deletes a document, or the versions of the document in one locale. A document that does not exist is no error. */
export async function remove(scope: Scope, model: AnyModel, documentId: string, query: Query): Promise<void> {
  authorize(scope, model, 'delete');
  const plan = planDelete(scope, model, query);
  await inTransaction(scope, model, documentId, (executor) => removeOne(scope, executor, plan, documentId, query));
}

/** Deletes the document of a single type, or its versions in one locale. */
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
 * whether a hidden value meets a filter.
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
  outer: Executor,
  plan: PlannedQuery,
  documentId: string,
  { ifMatch }: Query,
): Promise<void> {
  const { model } = plan.plan;
  const executor = noting(scope, outer);
  const locale = localeToRemove(scope, plan);
  const hooks = hooksOf(scope, model, { locale, publish: false });
  const removed = await removeDocument(executor, {
    content: scope.content,
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

interface Removal {
  readonly content: Content;
  readonly model: AnyModel;
  readonly documentId: string;
  /** `undefined`: all locales. */
  readonly locale: string | undefined;
  /** Decides behind the lock, with the versions that would go. */
  readonly mayRemove?: (executor: Executor, versions: readonly Version[]) => Promise<boolean>;
}

/**
 * Deletes a document, or its versions in one locale. Links to and from the document are deleted, too; related documents
 * stay. Returns whether anything was deleted.
 */
export async function removeDocument(
  executor: Executor,
  { content, model, documentId, locale, mayRemove }: Removal,
): Promise<boolean> {
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(documentId, 'text')} for update`,
  );
  if (document?.type !== model.name) return false;
  const versions = await versionsIn(executor, model, documentId, locale);
  if (locale !== undefined && versions.length === 0) return false;
  if (mayRemove !== undefined && !(await mayRemove(executor, versions))) return false;
  await noteRemoval(executor, content, { model, documentId, locale });

  if (locale !== undefined) await removeLocale(executor, model, documentId, locale);
  await run(executor, (param) => {
    const id = param(documentId, 'text');
    const { table } = storageOf(model);
    const last = locale === undefined ? '' : ` and not exists (select 1 from ${table} where document_id = ${id})`;
    return `delete from cg_documents where id = ${id}${last}`;
  });
  return true;
}

async function removeLocale(executor: Executor, model: AnyModel, documentId: string, locale: string): Promise<void> {
  // The current shared values may be in the locale that goes.
  await levelShared(executor, model, documentId);
  await run(
    executor,
    (param) =>
      `delete from ${storageOf(model).table} where document_id = ${param(documentId, 'text')} and locale = ${param(locale, 'text')}`,
  );
  await forgetEntryValues(executor, model, documentId, locale);
}

/** Whether a DELETE has conditions on the document. */
function hasFilters({ model, where, version }: ReadPlan): boolean {
  return where !== undefined || (model.draftAndPublish && version.publicationFilter !== undefined);
}

/** Whether a version of the document meets the filters of a DELETE, within the row rules of the caller. */
async function meetsFilters(
  executor: Executor,
  plan: ReadPlan,
  documentId: string,
  locale: string | undefined,
): Promise<boolean> {
  if (!hasFilters(plan)) return true;
  const { locales: _locales, ...version } = plan.version;
  const statement = selectOne(
    {
      ...plan,
      version: { ...version, ...(locale === undefined ? {} : { locales: [locale] }) },
      node: { holder: plan.model, fields: [], children: [] },
      order: [],
    },
    documentId,
    {
      oneLocale: false,
      entryDocumentId: false,
      documentMeta: true,
      id: true,
      maxRows: 0,
      maxBytes: 0,
      maxSortedRows: 0,
      snapshot: false,
    },
  );
  return (await readRow(executor, statement)) !== undefined;
}
