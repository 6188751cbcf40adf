import type { Executor } from '../../database/index.js';
import {
  type AnyModel,
  type ColumnRelation,
  type LinkRelation,
  type RelationStorage,
  storageOf,
} from '../../model/index.js';
import { type ListChange, keysBetween } from '../../order/index.js';
import { type Loader, type Part, run } from '../../sql/index.js';
import type { Target } from '../targets/target.js';
import { lockWithoutWait } from '../targets/lock.js';
import type { Changes } from './relation-change.js';

/** The list of a document that owners store. Some of them have no rank in it. */
export interface UnrankedList {
  readonly owners: AnyModel;
  readonly of: ColumnRelation | LinkRelation;
  readonly documentId: string;
}

/**
 * Adds to the loader the lists that a change puts entries into, and that have entries without a rank. A server of a former
 * release writes them after a migration has made the relation a two-way one. They would stay behind all new entries.
 */
export function prepareUnranked(loader: Loader, target: Target, changes: Changes): Part<readonly UnrankedList[]> {
  const parts = [...changes].flatMap(([name, change]) => {
    const relation = storageOf(target.model).relations.get(name);
    const entered = relation === undefined ? undefined : enteredLists(target, relation, change);
    if (entered === undefined || entered.ids.length === 0) return [];
    const { owners, of, ids } = entered;
    const { table, column, place } = columnsOf(owners, of);
    const found = loader.list<{ id: string }>(
      (param) =>
        `select t.id from unnest(${param(ids, 'text[]')}) t(id) where exists (select 1 from ${table} l where l.${column} = t.id and l.${place} is null)`,
    );
    return [() => found().map(({ id }): UnrankedList => ({ owners, of, documentId: id }))];
  });
  return () => parts.flatMap((part) => part());
}

/** The lists of the other side that get entries. A list that is replaced gets new ranks anyway. */
function enteredLists(target: Target, relation: RelationStorage, change: ListChange) {
  const connected = change.kind === 'set' ? change.ids : change.connect.map(({ id }) => id);
  if (relation.at !== 'inverse') {
    const isRanked = relation.at === 'link' ? relation.twoWay : relation.rank !== undefined;
    return isRanked ? { owners: target.model, of: relation, ids: connected } : undefined;
  }
  const { of, target: owners } = relation;
  const isRanked = of.at === 'link' || of.rank !== undefined;
  if (!isRanked || change.kind === 'set' || connected.length === 0) return undefined;
  return { owners, of, ids: [target.documentId] };
}

/** The table that has the ranks of a list, its column with the target, and the one with the rank. */
function columnsOf(owners: AnyModel, of: ColumnRelation | LinkRelation) {
  if (of.at === 'link') return { table: of.table, column: 'target_id', place: 'inverse_rank' };
  return { table: storageOf(owners).table, column: of.column, place: of.rank ?? of.column };
}

/**
 * Gives ranks to the entries of a list that have none, behind the others and in the order in which reads show them.
 * Returns whether it did: it does not wait for owners that others write, and a later write tries again.
 */
export async function giveRanks(executor: Executor, { owners, of, documentId }: UnrankedList): Promise<boolean> {
  const { table } = storageOf(owners);
  const { column, place } = columnsOf(owners, of);
  const entries =
    of.at === 'link'
      ? `${table} o join ${of.table} l on l.source_id = o.id`
      : `${table} o join ${table} l on l.id = o.id`;
  const rows = await run<{ doc: string; rank: string | null; last: string | null; left: number }>(executor, (param) => {
    const list = `from ${entries} where l.${column} = ${param(documentId, 'text')}`;
    const documents = `select o.document_id as id, max(l.${place}) as rank, min(o.id) as first ${list} group by 1 having bool_or(l.${place} is null)`;
    const { steps, left } = lockWithoutWait('select id from documents');
    return `with documents as materialized (${documents}), ${steps} select id as doc, rank, (select max(l.${place}) ${list}) as last, ${left} as left from documents order by first`;
  });
  const [any] = rows;
  if (any === undefined || any.left > 0) return false;
  // Versions of one document share a rank.
  const fresh = keysBetween(any.last ?? undefined, undefined, rows.length);
  const given = rows.map(({ doc, rank }, index) => ({ doc, rank: rank ?? fresh[index] }));
  await run(executor, (param) => {
    const x = `jsonb_to_recordset(${param(JSON.stringify(given), 'jsonb')}) as x(doc text, rank text)`;
    const isOwn = of.at === 'link' ? 'l.source_id = o.id' : 'l.id = o.id';
    const target = of.at === 'link' ? of.table : table;
    return `update ${target} l set ${place} = x.rank from ${table} o join ${x} on x.doc = o.document_id where ${isOwn} and l.${column} = ${param(documentId, 'text')} and l.${place} is null`;
  });
  return true;
}
