import { updateVersions } from '../../changes/index.js';
import type { Status } from '../../shape/index.js';
import type { MayCarry } from '../../access/index.js';
import { type Executor, Overtaken, literal } from '../../database/index.js';
import { ForbiddenError } from '../../errors/index.js';
import {
  type AnyModel,
  type ColumnRelation,
  type InverseRelation,
  type LinkRelation,
  type RelationStorage,
  storageOf,
} from '../../model/index.js';
import { keyAfter } from '../../order/index.js';
import { type Param, run } from '../../sql/index.js';
import { lockWithoutWait } from '../targets/lock.js';
import type { IdSql, WriteTarget } from '../targets/target.js';
import { type MemberMark, enteredAndLeft } from './diverged.js';
import { rivalsQuery } from './exclusive.js';
import { membersQuery } from './inverse-load.js';
import { LINK_COLUMNS, versionOf } from './links.js';

/** SQL for the documents that change when a document is published, or its draft discarded. */
export function changedWithVersion(model: AnyModel, id: IdSql): readonly string[] {
  return [...rivalsQuery(model, id), ...ownersQueries(model, id)];
}

/**
 * The owners of lists that differ between the draft and the published version: publishing carries the changes to the
 * published versions of the owners, and discarding carries the changes back to the drafts of the owners. Such an owner
 * has the document in one of its versions.
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
function isCarried(relation: RelationStorage): relation is InverseRelation {
  return relation.at === 'inverse' && relation.target.draftAndPublish;
}

/** Locks the owners that have come to a list since the locks of the write were taken. */
async function holdOwners(executor: Executor, relation: InverseRelation, documentId: string): Promise<void> {
  const [rest] = await run<{ count: number }>(executor, (param) => {
    const members = membersQuery(relation, () => param(documentId, 'text'));
    const { steps, left } = lockWithoutWait(`select distinct id from (${members}) o`);
    return `with ${steps} select ${left} as count`;
  });
  if (rest !== undefined && rest.count > 0) throw new Overtaken();
}

interface Direction {
  readonly from: Status;
  readonly to: Status;
}

/** A list that the other side stores, and the changes to carry to the other status. */
interface Carried {
  readonly relation: InverseRelation;
  readonly documentId: string;
  /** Rows `f` of the status to carry from, joined with rows `t` of the same documents in the other status. */
  readonly twins: string;
  readonly to: Status;
  /** Owners whose other version gets the link, if the version `f` has the link. */
  readonly add: readonly MemberMark[];
  /** Owners whose other version loses the link, if the version `f` lacks the link. */
  readonly drop: readonly MemberMark[];
}

/**
 * Carries the changes of lists that the other side stores from the drafts of their owners to the published versions, or
 * back: new members, removed members, and the order.
 */
export async function syncInverse(
  executor: Executor,
  target: Pick<WriteTarget, 'model' | 'documentId' | 'locale'>,
  diverged: readonly string[],
  direction: Direction,
  mayCarry?: MayCarry,
): Promise<void> {
  for (const relation of storageOf(target.model).relations.values()) {
    if (!isCarried(relation) || !diverged.includes(relation.name)) continue;
    await holdOwners(executor, relation, target.documentId);
    const { entered, left } = enteredAndLeft(diverged, relation.name);
    const [add, drop] = direction.from === 'draft' ? [entered, left] : [left, entered];
    const twins = twinsOf(target, relation, direction);
    const carried: Carried = { relation, documentId: target.documentId, twins, to: direction.to, add, drop };
    if (entered.length + left.length > 0) {
      await checkCarried(executor, carried, mayCarry);
      if (relation.of.at === 'link') await carryLinks(executor, carried, relation.of);
      else await carryColumn(executor, carried, relation.of);
    }
    await carryOrder(executor, carried);
  }
}

/**
 * Refuses to change an owner that the caller may not change: an owner that enters the list, or that leaves the list.
 */
async function checkCarried(executor: Executor, carried: Carried, mayCarry?: MayCarry): Promise<void> {
  const { relation, documentId, twins, to, add, drop } = carried;
  const mayChange = mayCarry?.(relation.target);
  if (mayChange === undefined) return;
  const { of } = relation;
  const owners = await run<{ id: string }>(executor, (param) => {
    const id = param(documentId, 'text');
    const has = (row: string) =>
      of.at === 'link'
        ? `exists (select 1 from ${of.table} k where k.source_id = ${row}.id and k.target_id = ${id})`
        : `${row}.${of.column} is not distinct from ${id}`;
    const adds = `${isMarked(param, add)} and ${has('f')} and not ${has('t')}`;
    const drops = `${isMarked(param, drop)} and ${has('t')} and not ${has('f')}`;
    const differ = `select t.document_id as id from ${twins} where (${adds}) or (${drops})`;
    if (of.at === 'link' || !of.exclusive || add.length === 0) return differ;
    // An owner that enters takes the place of the former owner.
    return `${differ} union select o.document_id from ${storageOf(relation.target).table} o where ${has('o')} and o.cg_status = '${to}'`;
  });
  const ids = new Set(owners.map((owner) => owner.id));
  ids.delete(documentId);
  if (ids.size > 0 && !(await mayChange(executor, [...ids]))) throw new ForbiddenError();
}

/**
 * Where both types have locales, a version carries the lists of its own locale only. A shared relation is carried to
 * all locales, from the version that was written last, because the other versions may lag behind (see
 * `shared-locales.ts`).
 */
function twinsOf(
  { model, locale }: Pick<WriteTarget, 'model' | 'locale'>,
  relation: InverseRelation,
  { from, to }: Direction,
): string {
  const { table } = storageOf(relation.target);
  const pairs = `${table} f join ${table} t on t.document_id = f.document_id and f.cg_status = '${from}' and t.cg_status = '${to}'`;
  if (relation.shared)
    return `${pairs} and f.id = (select c.id from ${table} c where c.document_id = t.document_id and c.cg_status = '${from}' order by c.updated_at desc, c.id limit 1)`;
  const inLocale = model.localized && relation.target.localized ? ` and f.locale = ${literal(locale)}` : '';
  return `${pairs} and t.locale = f.locale${inLocale}`;
}

/** SQL for "`f` is one of the marked versions". */
function isMarked(param: Param, marks: readonly MemberMark[]): string {
  const all = marks.map(({ id }) => id);
  const anywhere = marks.flatMap(({ id, locale }) => (locale === undefined ? [id] : []));
  const inLocale = marks.flatMap(({ id, locale }) => (locale === undefined ? [] : [`${id}@${locale}`]));
  const isOne = `f.document_id = any(${param(all, 'text[]')})`;
  if (inLocale.length === 0) return isOne;
  return `${isOne} and (f.document_id = any(${param(anywhere, 'text[]')}) or f.document_id || '@' || f.locale = any(${param(inLocale, 'text[]')}))`;
}

async function carryLinks(executor: Executor, carried: Carried, { table, owners }: LinkRelation): Promise<void> {
  const { relation, documentId, twins, add, drop } = carried;
  const differ = await run<{ f: number; t: number; last: string | null }>(executor, (param) => {
    const id = param(documentId, 'text');
    const has = (row: string) =>
      `exists (select 1 from ${table} k where k.source_id = ${row}.id and k.target_id = ${id})`;
    const last = `(select k.rank from ${table} k where k.source_id = t.id order by k.rank desc limit 1)`;
    const adds = `${isMarked(param, add)} and ${has('f')} and not ${has('t')}`;
    const drops = `${isMarked(param, drop)} and ${has('t')} and not ${has('f')}`;
    return `select f.id as f, t.id as t, ${last} as last from ${twins} where (${adds}) or (${drops})`;
  });
  if (differ.length === 0) return;
  const rows = differ.map(({ f, t, last }) => ({ f, t, rank: keyAfter(last) }));
  await updateVersions(executor, relation.target, 'related', (param) => {
    const id = param(documentId, 'text');
    const given = `jsonb_to_recordset(${param(JSON.stringify(rows), 'jsonb')}) as x(f bigint, t bigint, rank text)`;
    return [
      `with differ as (select * from ${given})`,
      `, gone as (delete from ${table} l using differ x where l.source_id = x.t and l.target_id = ${id})`,
      `, added as (insert into ${table} (${LINK_COLUMNS}) select x.t, ${id}, x.rank, l.inverse_rank, ${versionOf('o')} from differ x join ${table} l on l.source_id = x.f and l.target_id = ${id} join ${owners} o on o.id = x.t)`,
      ` update ${owners} o set cg_version = o.cg_version + 1 from differ x where o.id = x.t`,
    ].join('');
  });
}

async function carryColumn(
  executor: Executor,
  carried: Carried,
  { column, rank, exclusive }: ColumnRelation,
): Promise<void> {
  const { relation, documentId, twins, to, add, drop } = carried;
  const { table } = storageOf(relation.target);
  const clear = [
    `${column} = null`,
    ...(rank === undefined ? [] : [`${rank} = null`]),
    'cg_version = o.cg_version + 1',
  ];
  await updateVersions(executor, relation.target, 'related', (param) => {
    const id = param(documentId, 'text');
    const left = `select t.id from ${twins} where ${isMarked(param, drop)} and t.${column} = ${id} and f.${column} is distinct from ${id}`;
    const inLocale = relation.shared ? '' : ' and f.locale = o.locale';
    const arrives = () =>
      `exists (select 1 from ${twins} where ${isMarked(param, add)} and f.${column} = ${id} and f.document_id <> o.document_id${inLocale})`;
    const stolen = exclusive ? ` or (o.${column} = ${id} and o.cg_status = '${to}' and ${arrives()})` : '';
    return `update ${table} o set ${clear.join(', ')} where o.id in (${left})${stolen}`;
  });
  await updateVersions(executor, relation.target, 'related', (param) => {
    const id = param(documentId, 'text');
    const set = [
      `${column} = ${id}`,
      ...(rank === undefined ? [] : [`${rank} = f.${rank}`]),
      'cg_version = o.cg_version + 1',
    ];
    return `update ${table} o set ${set.join(', ')} from ${twins} where ${isMarked(param, add)} and o.id = t.id and f.${column} = ${id} and t.${column} is distinct from ${id}`;
  });
}

async function carryOrder(executor: Executor, { relation, documentId, twins }: Carried): Promise<void> {
  const { of } = relation;
  if (of.at === 'column' && of.rank === undefined) return;
  await run(executor, (param) => {
    const id = param(documentId, 'text');
    if (of.at === 'link') {
      return `update ${of.table} l set inverse_rank = k.inverse_rank from ${twins} join ${of.table} k on k.source_id = f.id and k.target_id = ${id} where l.source_id = t.id and l.target_id = ${id} and l.inverse_rank is distinct from k.inverse_rank`;
    }
    return `update ${storageOf(relation.target).table} o set ${of.rank} = f.${of.rank} from ${twins} where o.id = t.id and f.${of.column} = ${id} and t.${of.column} = ${id} and t.${of.rank} is distinct from f.${of.rank}`;
  });
}
