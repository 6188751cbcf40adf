import type { Executor } from '../../database/index.js';
import { NotFoundError } from '../../errors/index.js';
import { storageOf } from '../../model/index.js';
import { run } from '../../sql/index.js';
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
  if (exists) for (const id of await membersOf(executor, resolved)) ids.add(id);
  const locked = await lockDocuments(executor, ids);
  if (exists && locked.get(target.documentId) !== target.model.name) throw new NotFoundError();
  return { ...resolved, locked, isAdmitted: false };
}

/** The members of lists that the other side stores and that this write replaces. */
async function membersOf(executor: Executor, { target, changes }: Resolved): Promise<readonly string[]> {
  const { model, documentId } = target;
  const replaced = [...storageOf(model).relations.values()].flatMap((relation) =>
    relation.at === 'inverse' && changes.get(relation.name)?.kind === 'set' ? [relation] : [],
  );
  if (replaced.length === 0) return [];
  const rows = await run<{ id: string }>(executor, (param) =>
    replaced.map((relation) => membersQuery(param, relation, documentId)).join(' union '),
  );
  return rows.map(({ id }) => id);
}
