import type { Content } from '../../content/index.js';
import type { Executor } from '../../database/index.js';
import { type AnyModel, type InverseRelation, storageOf } from '../../model/index.js';
import type { Param } from '../../sql/index.js';
import type { InputValues } from '../input/input.js';
import { changedWithVersion } from '../relations/carried.js';
import { membersQuery } from '../relations/inverse-load.js';
import { type Strength, lockDocuments } from '../targets/lock.js';
import { listedTargets } from '../targets/references.js';
import type { IdSql } from '../targets/target.js';
import { queueForLists } from './lock.js';

/** A document of a transaction that writes several. */
interface Upcoming {
  /** Absent for a new document. */
  readonly documentId?: string;
  readonly input: InputValues;
}

/** A list that the other side stores, and the documents of the transaction that replace it. */
interface ReplacedList {
  readonly relation: InverseRelation;
  readonly ids: readonly string[];
}

/**
 * Takes the locks of all writes of a transaction at once, in the order of single writes. Writes that took their locks
 * one after the other would deadlock with a transaction that has the same documents in another order.
 */
export async function lockAhead(
  executor: Executor,
  content: Content,
  model: AnyModel,
  upcoming: readonly Upcoming[],
  strength: Strength,
): Promise<void> {
  const replaced = replacedLists(model, upcoming);
  const replacing = replaced.flatMap(({ ids }) => ids);
  if (replacing.length > 0) await queueForLists(executor, replacing);
  const existing = upcoming.flatMap(({ documentId }) => documentId ?? []);
  const listed = upcoming.flatMap(({ input }) => listedTargets(content, model, input));
  const others = (param: Param) => [
    ...replaced.flatMap(({ relation, ids }) => ofEach(param, ids, (id) => [membersQuery(relation, id)])),
    ...(model.draftAndPublish ? ofEach(param, existing, (id) => changedWithVersion(model, id)) : []),
  ];
  // A delete needs no other documents.
  await lockDocuments(executor, [...existing, ...listed], strength === 'update' ? undefined : others, strength);
}

function replacedLists(model: AnyModel, upcoming: readonly Upcoming[]): readonly ReplacedList[] {
  return [...storageOf(model).relations.values()].flatMap((relation) => {
    if (relation.at !== 'inverse') return [];
    const ids = upcoming.flatMap(({ documentId, input }) => {
      const sent = input.get(relation.name);
      const isReplaced = sent?.kind === 'relation' && sent.relation.kind === 'set';
      return documentId !== undefined && isReplaced ? [documentId] : [];
    });
    return ids.length === 0 ? [] : [{ relation, ids }];
  });
}

/** Queries about one document, for several documents. */
function ofEach(param: Param, ids: readonly string[], queries: (id: IdSql) => readonly string[]): readonly string[] {
  return queries(() => 'd.id').map(
    (query) => `select o.id from unnest(${param(ids, 'text[]')}) d(id) cross join lateral (${query}) o`,
  );
}
