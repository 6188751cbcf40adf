import type { Executor } from '../database/index.js';
import { NotFoundError } from '../errors/index.js';
import { type StoredColumn, storageOf } from '../model/index.js';
import { run } from '../sql/index.js';
import type { DocumentAction } from './actions.js';
import { changedWithVersion } from './relations/carried-owners.js';
import { mayTakeWith, takeExclusives } from './relations/exclusive.js';
import { syncInverse } from './relations/inverse-sync.js';
import { syncLinks } from './relations/links.js';
import { lockVersions } from './stages/lock-versions.js';
import { copyShared } from './versions/shared-locales.js';

/** Makes the draft equal to the published version. */
export async function discard(executor: Executor, { target, guard, mayCarry }: DocumentAction): Promise<void> {
  const { model } = target;
  const { draft, published } = await lockVersions(executor, target, guard, changedWithVersion);
  if (published === undefined) throw new NotFoundError();
  const { table, columns, links } = storageOf(model);
  const mayTake = mayTakeWith(mayCarry, model);
  await takeExclusives(executor, target, published.values, { isWritten: () => true, mayTake });
  await run(executor, (param) => {
    const set = [
      ...columns.map((column) => `${column.column} = ${restored(column)}`),
      'updated_at = p.updated_at',
      'cg_version = d.cg_version + 1',
      `cg_diverged = '{}'`,
    ];
    return `update ${table} d set ${set.join(', ')} from ${table} p where d.id = ${param(draft.id, 'bigint')} and p.id = ${param(published.id, 'bigint')}`;
  });
  const differing = links.filter(({ name }) => draft.diverged.includes(name));
  if (differing.length > 0) await syncLinks(executor, differing, published.id, [draft.id]);
  await syncInverse(executor, target, draft.diverged, { from: 'published', to: 'draft' }, mayCarry);
  if (model.localized) await copyShared(executor, model, { edit: draft.id });
}

/** A rank in the list of the other side belongs to the target: it changes only with the relation. */
function restored({ column, placeOf }: StoredColumn): string {
  if (placeOf === undefined) return `p.${column}`;
  return `case when d.${placeOf} = p.${placeOf} then coalesce(d.${column}, p.${column}) else p.${column} end`;
}
