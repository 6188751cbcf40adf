import type { Executor } from '../database.js';
import type { AnyModel } from '../model.js';
import { forgetEntryValues } from './entry-unique.js';
import { run } from './loader.js';
import { storageOf } from './storage.js';
import { type Version, loadVersions } from './version.js';
import { createLoader } from './loader.js';

export interface Removal {
  readonly model: AnyModel;
  readonly documentId: string;
  /** `undefined`: all of them. */
  readonly locale: string | undefined;
  readonly guard?: (executor: Executor, versions: readonly Version[]) => Promise<boolean>;
}

/** Deletes a document, or what it has in one locale. Links to and from it go with it; related documents stay. */
export async function removeDocument(executor: Executor, { model, documentId, locale, guard }: Removal): Promise<void> {
  const [document] = await run<{ type: string }>(
    executor,
    (param) => `select type from cg_documents where id = ${param(documentId, 'text')} for update`,
  );
  if (document?.type !== model.name) return;
  if (guard !== undefined && !(await guard(executor, await versionsIn(executor, model, documentId, locale ?? ''))))
    return;

  const { table } = storageOf(model);
  if (locale !== undefined) {
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
}

export async function versionsIn(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  locale: string,
): Promise<readonly Version[]> {
  const loader = createLoader();
  const versions = loadVersions(loader, { model, documentId, locale, publish: false, preferred: [] });
  await loader.load(executor);
  return versions();
}
