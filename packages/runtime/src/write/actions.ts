import type { Executor } from '../database/database.js';
import { NotFoundError } from '../errors/index.js';
import { forgetEntryValues } from './checks/entry-unique.js';
import { syncLinks } from './relations/links.js';
import { run } from '../sql/loader.js';
import { lockDocuments } from './targets/lock.js';
import { syncInverse } from './relations/inverse-sync.js';
import { copyShared, levelShared } from './versions/shared-locales.js';
import { stealExclusives } from './relations/exclusive.js';
import { type StoredColumn, storageOf } from '../model/storage.js';
import { type Target, type Version, versionsIn } from './versions/version.js';

/** Takes the published version away. The draft stays, and so does every link that points at the document. */
export async function unpublish(executor: Executor, target: Target, guard: Guard): Promise<void> {
  const { published } = await lockVersions(executor, target, guard);
  if (published === undefined) return;
  const { table } = storageOf(target.model);
  await run(executor, (param) => `delete from ${table} where id = ${param(published.id, 'integer')}`);
  await forgetEntryValues(executor, target.model, target.documentId, target.locale);
  await levelShared(executor, target.model, target.documentId);
}

/** Makes the draft what is published. */
export async function discard(executor: Executor, target: Target, guard: Guard): Promise<void> {
  const { model } = target;
  const { draft, published } = await lockVersions(executor, target, guard);
  if (published === undefined) throw new NotFoundError();
  const { table, columns, links } = storageOf(model);
  await stealExclusives(executor, target, published.values, new Map(Object.entries(published.values)));
  await run(executor, (param) => {
    const set = [
      ...columns.map((column) => `${column.column} = ${restored(column)}`),
      'updated_at = p.updated_at',
      'cg_version = d.cg_version + 1',
      `cg_diverged = '{}'`,
    ];
    return `update ${table} d set ${set.join(', ')} from ${table} p where d.id = ${param(draft.id, 'integer')} and p.id = ${param(published.id, 'integer')}`;
  });
  const differing = links.filter(({ name }) => draft.diverged.includes(name));
  if (differing.length > 0) await syncLinks(executor, differing, published.id, [draft.id]);
  await syncInverse(executor, target, draft.diverged, { from: 'published', to: 'draft' });
  if (model.localized) await copyShared(executor, model, { edit: draft.id });
}

/** A place in the list of the other side changes only together with the relation. */
function restored({ column, placeOf }: StoredColumn): string {
  if (placeOf === undefined) return `p.${column}`;
  return `case when d.${placeOf} = p.${placeOf} then coalesce(d.${column}, p.${column}) else p.${column} end`;
}

export type Guard = (executor: Executor, versions: readonly Version[]) => Promise<void>;

async function lockVersions(
  executor: Executor,
  { model, documentId, locale }: Target,
  guard: Guard,
): Promise<{ draft: Version; published: Version | undefined }> {
  const locked = await lockDocuments(executor, [documentId]);
  if (locked.get(documentId) !== model.name) throw new NotFoundError();
  const versions = await versionsIn(executor, model, documentId, locale);
  await guard(executor, versions);
  const draft = versions.find(({ status }) => status === 'draft');
  if (draft === undefined) throw new NotFoundError();
  return { draft, published: versions.find(({ status }) => status === 'published') };
}
