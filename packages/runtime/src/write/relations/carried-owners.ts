import { type Executor, Overtaken, literal } from '../../database/index.js';
import { type AnyModel, type InverseRelation, type RelationStorage, storageOf } from '../../model/index.js';
import { run } from '../../sql/index.js';
import { lockWithoutWait } from '../targets/lock.js';
import type { IdSql } from '../targets/target.js';
import { rivalsQuery } from './exclusive.js';
import { membersQuery } from './inverse-load.js';

/** SQL for the documents that change when a document is published, or its draft discarded. */
export function changedWithVersion(model: AnyModel, id: IdSql): readonly string[] {
  return [...rivalsQuery(model, id), ...ownersQueries(model, id)];
}

/**
 * The owners of lists that differ between the draft and the published version: publishing carries the changes to the
 * published versions of the owners, and discarding back to their drafts. They have the document in one of their versions.
 */
function ownersQueries(model: AnyModel, id: IdSql): readonly string[] {
  const { table, relations } = storageOf(model);
  return [...relations.values()].flatMap((relation) => {
    if (!isCarried(relation)) return [];
    const isDiverged = `exists (select 1 from ${table} v where v.document_id = ${id()} and v.cg_status = 'draft' and ${literal(relation.name)} = any(v.cg_diverged))`;
    return [`${membersQuery(relation, id)} where ${isDiverged}`];
  });
}

/** Lists that the other side stores, in versions of its own. */
export function isCarried(relation: RelationStorage): relation is InverseRelation {
  return relation.at === 'inverse' && relation.target.draftAndPublish;
}

/** Locks the owners that have come to a list since the locks of the write were taken. */
export async function holdOwners(executor: Executor, relation: InverseRelation, documentId: string): Promise<void> {
  const [rest] = await run<{ count: number }>(executor, (param) => {
    const members = membersQuery(relation, () => param(documentId, 'text'));
    const { steps, left } = lockWithoutWait(`select distinct id from (${members}) o`);
    return `with ${steps} select ${left} as count`;
  });
  if (rest !== undefined && rest.count > 0) throw new Overtaken();
}
