import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { type InverseRelation, storageOf } from '../../model/index.js';
import { type Param, run } from '../../sql/index.js';
import { ownersQuery } from '../relations/exclusive.js';
import { changedWithVersion } from '../relations/carried.js';
import { membersQuery } from '../relations/inverse-load.js';
import { movedIn } from '../relations/relation-change.js';
import { lockDocuments } from '../targets/lock.js';
import type { Asked, Locked, Resolved } from './stages.js';

/**
 * Locks the document, the targets whose lists the document enters or leaves, and the owners whose own lists change with
 * the document. `ask` sends the statement of the next stage behind that of the locks: the next stage sees what the
 * locks waited for.
 */
export async function lockTargets(
  executor: Executor,
  resolved: Resolved,
  ask?: (executor: Executor) => Asked,
): Promise<Locked> {
  const { target, exists } = resolved;
  const replaced = exists ? replacedLists(resolved) : [];
  if (replaced.length > 0) await queueForLists(executor, [target.documentId]);
  const locking = lockDocuments(executor, resolved.toLock, (param) => [
    ...replaced.map((relation) => membersQuery(relation, () => param(target.documentId, 'text'))),
    ...othersQueries(param, resolved),
  ]);
  const asked = ask?.(executor.behind ?? executor);
  const locked = await locking;
  if (exists && locked.get(target.documentId) !== target.model.name) throw new NotFoundError();
  return { ...resolved, locked, isAdmitted: false, asked };
}

/** Lists that the other side stores and that this write replaces. The members of such a list change with the list. */
function replacedLists({ target, changes }: Resolved): readonly InverseRelation[] {
  return [...storageOf(target.model).relations.values()].flatMap((relation) =>
    relation.at === 'inverse' && changes.get(relation.name)?.kind === 'set' ? [relation] : [],
  );
}

/** The first half of the keys of advisory locks. */
const LISTS = 7_236_839;

/**
 * Writes that replace lists of one document wait here for each other, before they look at the members: otherwise they
 * would lock the former members, and start again. This lock comes before all other locks, so it cannot deadlock with
 * another lock.
 */
export async function queueForLists(executor: Executor, documentIds: readonly string[]): Promise<void> {
  await run(executor, (param) => {
    const keys = `select distinct hashtext(id) as key from unnest(${param(documentIds, 'text[]')}) id order by key`;
    return `select pg_advisory_xact_lock(${LISTS}, key) from (${keys}) keys`;
  });
}

/**
 * Documents that lose the target of a one-to-one relation to this document. Publishing takes the targets that the draft
 * has, too, and carries changes of lists to their owners.
 */
function othersQueries(param: Param, { request, target, changes, exists }: Resolved): readonly string[] {
  const named = [...changes].flatMap(([name, change]) => ownersQuery(param, target.model, name, movedIn(change)));
  return exists && request.publish && target.model.draftAndPublish
    ? [...named, ...changedWithVersion(target.model, () => param(target.documentId, 'text'))]
    : named;
}
