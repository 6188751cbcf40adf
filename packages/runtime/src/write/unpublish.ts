import type { Executor } from '../database/index.js';
import { storageOf } from '../model/index.js';
import { run } from '../sql/index.js';
import type { DocumentAction } from './actions.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { lockVersions } from './stages/lock-versions.js';
import { levelShared } from './versions/shared-locales.js';

/** Deletes the published version. The draft stays, and so does every link that points at the document. */
export async function unpublish(executor: Executor, { target, guard, hooks }: DocumentAction): Promise<void> {
  const { model, documentId, locale } = target;
  const { published } = await lockVersions(executor, target, guard);
  if (published !== undefined) {
    // A draft that lags behind is compared with its published version.
    await levelShared(executor, model, documentId);
    await run(executor, (param) => `delete from ${storageOf(model).table} where id = ${param(published.id, 'bigint')}`);
    await forgetEntryValues(executor, model, documentId, locale);
  }
  await hooks.run(executor, 'afterUnpublish', documentId);
}
