import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { storageOf } from '../../model/index.js';
import { type Param, idsIn } from '../../sql/index.js';
import { ownersQuery, rivalsQuery } from '../relations/exclusive.js';
import { membersQuery } from '../relations/inverse-load.js';
import { movedIn } from '../relations/relation-change.js';
import { lockDocuments } from '../targets/lock.js';
import type { Locked, Resolved } from './stages.js';

/** Locks the document, the targets whose lists it enters or leaves, and the owners whose own lists change with it. */
export async function lockTargets(executor: Executor, resolved: Resolved): Promise<Locked> {
  const { target, references, exists } = resolved;
  const ids = new Set<string>(exists ? [target.documentId] : []);
  for (const { lock, reference } of references.documents) {
    const id = lock ? references.documentOf(reference) : undefined;
    if (id !== undefined) ids.add(id);
  }
  for (const id of await changedOwners(executor, resolved)) ids.add(id);
  const locked = await lockDocuments(executor, ids);
  if (exists && locked.get(target.documentId) !== target.model.name) throw new NotFoundError();
  return { ...resolved, locked, isAdmitted: false };
}

/**
 * The documents whose own relation changes with this write: members of a list that the other side stores and that the
 * write replaces, and documents that lose the target of a one-to-one relation. One statement, if there can be any.
 */
function changedOwners(executor: Executor, resolved: Resolved): Promise<readonly string[]> {
  return idsIn(executor, (param) => [...membersQueries(param, resolved), ...exclusiveQueries(param, resolved)]);
}

function membersQueries(param: Param, { target, changes, exists }: Resolved): readonly string[] {
  if (!exists) return [];
  return [...storageOf(target.model).relations.values()].flatMap((relation) =>
    relation.at === 'inverse' && changes.get(relation.name)?.kind === 'set'
      ? [membersQuery(param, relation, target.documentId)]
      : [],
  );
}

/** Publishing takes the targets that the draft has, too. */
function exclusiveQueries(param: Param, { request, target, changes, exists }: Resolved): readonly string[] {
  const named = [...changes].flatMap(([name, change]) => ownersQuery(param, target.model, name, movedIn(change)));
  return exists && request.publish && target.model.draftAndPublish ? [...named, ...rivalsQuery(param, target)] : named;
}
