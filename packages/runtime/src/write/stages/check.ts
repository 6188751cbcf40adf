import { type Executor, Overtaken } from '../../database/index.js';
import { problemsError } from '../input/problems.js';
import { ownMove } from '../relations/own-move.js';
import type { InverseWork } from '../relations/inverse.js';
import { type Checked, type Loaded, type Locked, isFinal, isFirstVersion } from './stages.js';
import { anchorError, twiceError } from '../relations/anchors.js';
import type { MergeRefusal } from '../versions/entries.js';
import type { Values } from '../../model/index.js';
import { mergeRow } from '../versions/merge.js';
import { refuseForeignOwners } from './owners.js';
import { withoutForeignValues } from '../checks/repeatable.js';
import { valueProblems } from '../checks/requirements.js';

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
