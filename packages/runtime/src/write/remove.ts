import type { Executor } from '../database/database.js';
import type { AnyModel } from '../model/model.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { run } from '../sql/loader.js';
import { levelShared } from './versions/shared-locales.js';
import { storageOf } from '../model/storage.js';
import { type Version, versionsIn } from './versions/version.js';

export interface Removal {
  readonly model: AnyModel;
  readonly documentId: string;
  /** `undefined`: all of them. */
  readonly locale: string | undefined;
  readonly guard?: (executor: Executor, versions: readonly Version[]) => Promise<boolean>;
}

/**
 * Deletes a document, or what it has in one locale. Links to and from it go with it; related documents stay. Returns
 * whether there was anything to delete.
 */
export async function removeDocument(
  executor: Executor,
  { model, documentId, locale, guard }: Removal,
): Promise<boolean> {
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(documentId, 'text')} for update`,
  );
  if (document?.type !== model.name) return false;
  const versions = await versionsIn(executor, model, documentId, locale);
  if (locale !== undefined && versions.length === 0) return false;
  if (guard !== undefined && !(await guard(executor, versions))) return false;

  const { table } = storageOf(model);
  if (locale !== undefined) {
    // What is current may be in the locale that goes.
    await levelShared(executor, model, documentId);
    await run(
      executor,
      (param) =>
        `delete from ${table} where document_id = ${param(documentId, 'text')} and locale = ${param(locale, 'text')}`,
    );
    await forgetEntryValues(executor, model, documentId, locale);
  }
  await run(executor, (param) => {
    const id = param(documentId, 'text');
    const last = locale === undefined ? '' : ` and not exists (select 1 from ${table} where document_id = ${id})`;
    return `delete from cg_documents where id = ${id}${last}`;
  });
  return true;
}
