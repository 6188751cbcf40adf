import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { type InverseRelation, storageOf } from '../../model/index.js';
import { type Param, run } from '../../sql/index.js';
import { membersQuery } from '../relations/inverse-load.js';
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
  const replaced = exists ? replacedLists(resolved) : [];
  if (replaced.length > 0) await queueForLists(executor, target.documentId);
  const members = (param: Param) => replaced.map((relation) => membersQuery(param, relation, target.documentId));
  const locked = await lockDocuments(executor, ids, members);
  if (exists && locked.get(target.documentId) !== target.model.name) throw new NotFoundError();
  return { ...resolved, locked, isAdmitted: false };
}

/** Lists that the other side stores and that this write replaces. Their members change with them. */
function replacedLists({ target, changes }: Resolved): readonly InverseRelation[] {
  return [...storageOf(target.model).relations.values()].flatMap((relation) =>
    relation.at === 'inverse' && changes.get(relation.name)?.kind === 'set' ? [relation] : [],
  );
}

/** The first half of the keys of advisory locks. */
const LISTS = 7_236_839;

/**
 * Writes that replace lists of one document wait here for each other, before they look at the members: otherwise they
 * would lock those of before, and start again. This lock comes before all others, so it cannot deadlock with them.
 */
async function queueForLists(executor: Executor, documentId: string): Promise<void> {
  await run(executor, (param) => `select pg_advisory_xact_lock(${LISTS}, hashtext(${param(documentId, 'text')}))`);
}
