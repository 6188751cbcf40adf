import type { Executor } from '../../database/index.js';
import { ForbiddenError } from '../../errors/index.js';
import type { InverseWork } from '../relations/inverse.js';
import type { Locked } from './stages.js';

/**
 * Refuses a write from the other side of a relation that changes an owner which the caller may not update: one that
 * enters the list, or one that leaves it. A new place in the list is no change of the owner. This runs before the write
 * and after it, because a caller may not move a document out of its own row rules either.
 */
export async function refuseForeignOwners(
  executor: Executor,
  { request, target }: Locked,
  inverses: readonly InverseWork[],
): Promise<void> {
  if (request.mayUpdate === undefined) return;
  for (const { relation, link, unlink } of inverses) {
    const entering = link.filter(({ row }) => !row.linked).map(({ row }) => row.doc);
    const changed = new Set([...entering, ...unlink.map(({ doc }) => doc)]);
    changed.delete(target.documentId);
    if (changed.size > 0 && !(await request.mayUpdate(executor, relation.target, [...changed]))) {
      throw new ForbiddenError();
    }
  }
}
