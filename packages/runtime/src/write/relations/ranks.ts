import type { Executor } from '../../database/index.js';
import {
  type AnyModel,
  type ColumnRelation,
  type LinkRelation,
  type RelationStorage,
  storageOf,
} from '../../model/index.js';
import { type ListChange, keysBetween } from '../../order/index.js';
import { type Loader, type Param, type Part, run } from '../../sql/index.js';
import { lockWithoutWait } from '../targets/lock.js';
import type { WriteTarget } from '../targets/target.js';
import type { Changes } from './relation-change.js';

/** The list of a document that owners store. Some owners have no rank in the list. */
export interface UnrankedList {
  readonly owners: AnyModel;
  readonly of: ColumnRelation | LinkRelation;
  readonly documentId: string;
}

/**
 * Adds to the loader the lists that a change puts entries into, and that have entries without a rank. A server of a
 * former release writes entries without a rank after a migration has made the relation a two-way one. Such entries
 * would stay behind all new entries.
 */
export function prepareUnranked(loader: Loader, target: WriteTarget, changes: Changes): Part<readonly UnrankedList[]> {
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
function enteredLists(target: WriteTarget, relation: RelationStorage, change: ListChange) {
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

/** The table that has the ranks of a list, the column with the target, and the column with the rank. */
function columnsOf(owners: AnyModel, of: ColumnRelation | LinkRelation) {
  if (of.at === 'link') return { table: of.table, column: 'target_id', place: 'inverse_rank' };
  return { table: storageOf(owners).table, column: of.column, place: of.rank ?? of.column };
}

/**
 * Gives ranks to the entries of a list without a rank, behind the other entries and in the order in which reads show
 * these entries. Returns whether the entries got ranks: nothing here waits for owners that another write has locked,
 * and a later write tries again.
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

/** Keys up to this length stay as they are. */
const SHORT = 32;

/** Rows of a table in the order of a rank column. */
interface Ranked {
  readonly table: string;
  readonly column: string;
  readonly where: (param: Param) => string;
}

/** A long key between two short ones. */
interface Crowded {
  readonly low: string | null;
  readonly high: string | null;
  readonly rank: string;
}

/**
 * Keys become long where entries go into one gap again and again. The long keys around the keys in `around` are
 * replaced by new keys, spread evenly between the nearest short keys, so that the cost does not depend on the length of
 * the list.
 */
async function spread(executor: Executor, ranked: Ranked, around: readonly string[]): Promise<readonly Respread[]> {
  const { table, column, where } = ranked;
  const rows = await run<Crowded>(executor, (param) => {
    const short = `from ${table} where ${where(param)} and length(${column}) <= ${SHORT}`;
    const low = `(select ${column} ${short} and ${column} < k.key order by ${column} desc limit 1)`;
    const high = `(select ${column} ${short} and ${column} > k.key order by ${column} limit 1)`;
    const ends = `select distinct ${low} as low, ${high} as high from unnest(${param(around, 'text[]')}) k(key)`;
    const inside = `(ends.low is null or ${column} > ends.low) and (ends.high is null or ${column} < ends.high)`;
    return `with ends as materialized (${ends}) select distinct ends.low, ends.high, ${column} as rank from ends join ${table} on ${inside} where ${where(param)} order by rank`;
  });
  const gaps = new Map<string | null, Crowded[]>();
  for (const row of rows) {
    const gap = gaps.get(row.low);
    if (gap === undefined) gaps.set(row.low, [row]);
    else gap.push(row);
  }
  return [...gaps.values()].flatMap((gap) => {
    const { low, high } = gap[0] ?? { low: null, high: null };
    // Twice as many keys as needed, so that enough keys are free: then the rows can be written in any order.
    const taken = new Set(gap.map(({ rank }) => rank));
    const free = keysBetween(low ?? undefined, high ?? undefined, 2 * gap.length).filter((key) => !taken.has(key));
    return gap.map(({ rank }, index) => ({ rank, key: free[index] ?? rank }));
  });
}

interface Respread {
  readonly rank: string;
  readonly key: string;
}

function given(param: Param, keys: readonly Respread[]): string {
  return `jsonb_to_recordset(${param(JSON.stringify(keys), 'jsonb')}) as x(rank text, key text)`;
}

/** Rebalances the list of a version, and the equal lists of other versions. */
export async function rebalanceLists(
  executor: Executor,
  table: string,
  source: number,
  equal: readonly number[],
  around: readonly string[],
): Promise<void> {
  if (around.length === 0) return;
  const where = (param: Param) => `source_id = ${param(source, 'bigint')}`;
  const keys = await spread(executor, { table, column: 'rank', where }, around);
  await run(
    executor,
    (param) =>
      `update ${table} l set rank = x.key from ${given(param, keys)} where l.source_id = any(${param([source, ...equal], 'bigint[]')}) and l.rank = x.rank`,
  );
}

/**
 * Rebalances the list that a target keeps. Versions of one document share a rank before and after. The write has locked
 * the owners that the body names, but not the owners around these: a write of such an owner may be removing the same
 * link, and would not find the link under a new rank. So the owners around are locked here, and if an owner is busy, a
 * later write rebalances the list.
 */
export async function rebalanceInverse(
  executor: Executor,
  owners: string,
  of: ColumnRelation | LinkRelation,
  documentId: string,
  around: readonly string[],
): Promise<void> {
  const [table, column, target] =
    of.at === 'link' ? [of.table, 'inverse_rank', 'target_id'] : [owners, of.rank, of.column];
  if (column === undefined || around.length === 0) return;
  const where = (param: Param) => `${target} = ${param(documentId, 'text')}`;
  const keys = await spread(executor, { table, column, where }, around);
  const ranks = keys.map(({ rank }) => rank);
  const owned = of.at === 'link' ? `${owners} o join ${table} l on l.source_id = o.id` : `${owners} l`;
  const areLocked = await lock(
    executor,
    (param) => `from ${owned} where l.${where(param)} and l.${column} = any(${param(ranks, 'text[]')})`,
  );
  if (!areLocked) return;
  await run(
    executor,
    (param) =>
      `update ${table} l set ${column} = x.key from ${given(param, keys)} where l.${where(param)} and l.${column} = x.rank`,
  );
}

/**
 * Locks the documents of rows, and tells whether this transaction got all locks. No lock is waited for: the locks of
 * the write are in the order of ids, and two writes that wait outside of this order would wait for each other.
 */
async function lock(executor: Executor, rows: (param: Param) => string): Promise<boolean> {
  const [found] = await run<{ all: boolean }>(executor, (param) => {
    const needed = `select distinct document_id as id ${rows(param)}`;
    const locked = 'select d.id from cg_documents d join needed using (id) for no key update of d skip locked';
    return `with needed as materialized (${needed}), locked as materialized (${locked}) select (select count(*) from needed) = (select count(*) from locked) as all`;
  });
  return found?.all === true;
}
