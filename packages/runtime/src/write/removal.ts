import type { Executor } from '../database/index.js';
import { type AnyModel, storageOf } from '../model/index.js';
import { run } from '../sql/index.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { levelShared } from './versions/shared-locales.js';
import { versionsIn } from './versions/version.js';
import type { Version } from './targets/target.js';

export interface Removal {
  readonly model: AnyModel;
  readonly documentId: string;
  /** `undefined`: all locales. */
  readonly locale: string | undefined;
  /** Decides behind the lock, with the versions that would go. */
  readonly mayRemove?: (executor: Executor, versions: readonly Version[]) => Promise<boolean>;
}

/**
 * Deletes a document, or its versions in one locale. Links to and from it go with it; related documents stay. Returns
 * whether anything was deleted.
 */
export async function removeDocument(
  executor: Executor,
  { model, documentId, locale, mayRemove }: Removal,
): Promise<boolean> {
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(documentId, 'text')} for update`,
  );
  if (document?.type !== model.name) return false;
  const versions = await versionsIn(executor, model, documentId, locale);
  if (locale !== undefined && versions.length === 0) return false;
  if (mayRemove !== undefined && !(await mayRemove(executor, versions))) return false;

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
