import { type Executor, Overtaken } from '../../database/index.js';
import { ForbiddenError } from '../../errors/index.js';
import type { Values } from '../../model/index.js';
import { registerEntryValues, registerSharedValues } from '../checks/entry-unique.js';
import { withoutForeignValues } from '../checks/repeatable.js';
import { checkRequiredLists, valueProblems } from '../checks/requirements.js';
import { problemsError } from '../input/problems.js';
import { anchorError, twiceError } from '../relations/anchors.js';
import { type InverseWork, ownMove } from '../relations/inverse.js';
import { type MergeRefusal, mergeRow } from '../versions/merge.js';
import { isFinal } from '../targets/target.js';
import type { Checked, Loaded, Locked, Written } from './stages.js';

/** Merges the input with the stored version and refuses a result that must not be written. */
export async function checkDocument(executor: Executor, loaded: Loaded): Promise<Checked> {
  const { request, target, step, edit, published, sibling, references } = loaded;
  const relations = loaded.planRelations(edit, published, sibling);
  if (relations.missing !== undefined) throw await anchorError(executor, { ...request, references }, relations.missing);
  refuseOvertaken(relations.inverses, loaded);
  await refuseForeignOwners(executor, loaded, relations.inverses);

  const refusals: MergeRefusal[] = [];
  const row = mergeRow(target.model, step.input, edit, sibling, {
    references,
    nextId: drawFrom(loaded.entryIds),
    refuse: (refusal) => refusals.push(refusal),
  });
  const [refusal] = refusals;
  if (refusal !== undefined) throw await errorOf(executor, loaded, refusal);

  const columns = new Map([...row.columns, ...relations.columns]);
  const values = {
    ...row.values,
    ...ownColumns(loaded, relations.inverses),
    ...Object.fromEntries(relations.columns),
  };
  if (isFinal(request)) {
    const { model, input } = request;
    const taken = loaded.taken(values);
    const stage = { isLast: step.isLast, isFirst: isFirstVersion(loaded) };
    const problems = await valueProblems(executor, { model, input, ...stage, values, taken });
    if (problems.length > 0) throw problemsError(withoutForeignValues(problems, request.mayRepeat));
  }
  return { ...loaded, relations, columns, values };
}

/** Whether an existing document gets its first version in a locale. The input of a new document was checked as a whole. */
function isFirstVersion({ request, edit }: Pick<Loaded, 'request' | 'edit'>): boolean {
  return request.documentId !== undefined && edit === undefined;
}

/** As many ids are loaded as the input has entries. */
function drawFrom(ids: readonly number[]): () => number {
  const rest = ids[Symbol.iterator]();
  return () => {
    const { value } = rest.next();
    if (value === undefined) throw new Error('The input has more entries than ids were loaded for');
    return value;
  };
}

async function errorOf(executor: Executor, { request, references }: Loaded, refusal: MergeRefusal): Promise<Error> {
  switch (refusal.kind) {
    case 'error':
      return refusal.error;
    case 'missingAnchor':
      return anchorError(executor, { ...request, references }, refusal.missing);
    case 'connectedTwice':
      return twiceError(executor, request.content, refusal.id);
  }
}

/** The list changed between read and lock: the locks do not cover all owners that change, so the write is retried. */
function refuseOvertaken(inverses: readonly InverseWork[], { locked, target }: Locked): void {
  for (const { unlink } of inverses) {
    if (unlink.some(({ doc }) => !locked.has(doc) && doc !== target.documentId)) throw new Overtaken();
  }
}

/** New values of to-one relations of the document to itself that are written from the other side. */
function ownColumns({ target }: Locked, inverses: readonly InverseWork[]): Values {
  const columns: Record<string, string | null> = {};
  for (const work of inverses) {
    const own = work.relation.of.at === 'column' ? ownMove(target, work) : undefined;
    if (own !== undefined) columns[work.relation.owner] = own === 'enters' ? target.documentId : null;
  }
  return columns;
}

/** Checks that depend on the written rows; an error rolls the transaction back. */
export async function verifyDocument(executor: Executor, written: Written): Promise<void> {
  const { request, target, changes, rows, relations, sibling, values, step } = written;
  await refuseForeignOwners(executor, written, relations.inverses);
  if (!isFinal(request) || !step.isLast) return;
  await registerEntryValues(executor, target, values, request.mayRepeat);
  if (sibling !== undefined) await registerSharedValues(executor, target, request.mayRepeat);
  await checkRequiredLists(executor, target, changes, rows.edit, values, { isFirst: isFirstVersion(written) });
}

/**
 * Refuses a write from the other side of a relation that changes an owner which the caller may not update: an owner
 * that enters the list, or that leaves the list. A new place in the list is no change of the owner. This runs before
 * the write and after it, because a caller may not move a document out of its own row rules either.
 */
async function refuseForeignOwners(
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
