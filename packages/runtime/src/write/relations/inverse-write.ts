import { isNoting, noteVersions, updateVersions } from '../../changes/index.js';
import type { Executor } from '../../database/index.js';
import { writtenStatuses } from './inverse-load.js';
import type { InverseWork } from './inverse.js';
import { LINK_COLUMNS, versionOf } from './links.js';
import type { Param } from '../../sql/index.js';
import { rebalanceInverse } from './ranks.js';
import { type ColumnRelation, type InverseRelation, type LinkRelation, storageOf } from '../../model/index.js';
import type { WriteTarget } from '../targets/target.js';

/**
 * Takes rows out of the list of a target. Where rows also enter, one statement does the work of this function and of
 * `linkOwners`.
 */
export async function unlinkOwners(executor: Executor, target: WriteTarget, work: InverseWork): Promise<void> {
  const { relation, unlink } = work;
  const { of } = relation;
  if (unlink.length === 0 || isOneStatement(work)) return;
  await updateVersions(executor, relation.target, 'related', (param) => {
    if (of.at === 'link') return `with ${unlinked(param, target, work, of)} ${partOwners(param, target, work)}`;
    const rows = param(rowsOf(unlink), 'bigint[]');
    return `${updateOwners(relation, clearColumns(of))} where o.id = any(${rows})`;
  });
}

/**
 * Rows of a link table that leave and rows that enter differ in every unique key. Owners in a column may not: a one-to-one
 * relation has to be free first.
 */
function isOneStatement({ relation, link, unlink }: InverseWork): boolean {
  return relation.of.at === 'link' && link.length > 0 && unlink.length > 0;
}

function rowsOf(rows: InverseWork['unlink']): readonly number[] {
  return rows.map(({ id }) => id);
}

/** The part of a statement that deletes the links of the rows that leave. */
function unlinked(param: Param, target: WriteTarget, { unlink }: InverseWork, of: LinkRelation): string {
  const rows = `any(${param(rowsOf(unlink), 'bigint[]')})`;
  return `gone as (delete from ${of.table} where target_id = ${param(target.documentId, 'text')} and source_id = ${rows})`;
}

function partOwners(param: Param, target: WriteTarget, { relation, unlink }: InverseWork): string {
  const rows = `any(${param(rowsOf(unlink), 'bigint[]')})`;
  return `${updateOwners(relation, divergence(param, target, relation))} where o.id = ${rows}`;
}

/** Puts rows into the list of a target, or to another place in that list. */
export async function linkOwners(executor: Executor, target: WriteTarget, work: InverseWork): Promise<void> {
  const { relation, link } = work;
  if (link.length > 0) {
    if (isOneStatement(work)) noteLeaving(executor, work);
    await updateVersions(executor, relation.target, 'related', (param) => {
      const rows = link.map(({ row, rank, own }) => ({ id: row.id, rank, own, linked: row.linked }));
      const given = `jsonb_to_recordset(${param(JSON.stringify(rows), 'jsonb')}) as x(id bigint, rank text, own text, linked boolean)`;
      const { of } = relation;
      return of.at === 'column'
        ? setColumn(param, target, relation, of, given)
        : setLinks(param, target, work, of, given);
    });
  }
  await rebalanceInverse(executor, storageOf(relation.target).table, relation.of, target.documentId, work.long);
}

/** The statement that also takes rows out of the list returns the rows that enter. */
function noteLeaving(executor: Executor, { relation, unlink }: InverseWork): void {
  if (!isNoting(executor)) return;
  const left = unlink.map(({ doc, status, locale }) => ({ documentId: doc, status, locale }));
  noteVersions(executor, relation.target, 'related', left);
}

function setColumn(
  param: Param,
  target: WriteTarget,
  relation: InverseRelation,
  of: ColumnRelation,
  given: string,
): string {
  const rank = of.rank === undefined ? [] : [`${of.rank} = x.rank`];
  return `${updateOwners(relation, [`${of.column} = ${param(target.documentId, 'text')}`, ...rank])} from ${given} where o.id = x.id`;
}

function setLinks(param: Param, target: WriteTarget, work: InverseWork, of: LinkRelation, given: string): string {
  const id = param(target.documentId, 'text');
  const { relation } = work;
  return [
    `with given as (select * from ${given})`,
    isOneStatement(work)
      ? `, ${unlinked(param, target, work, of)}, parted as (${partOwners(param, target, work)})`
      : '',
    `, moved as (update ${of.table} l set inverse_rank = x.rank from given x where x.linked and l.source_id = x.id and l.target_id = ${id})`,
    `, added as (insert into ${of.table} (${LINK_COLUMNS}) select x.id, ${id}, x.own, x.rank, ${versionOf('o')} from given x join ${of.owners} o on o.id = x.id where not x.linked)`,
    ` ${updateOwners(relation, divergence(param, target, relation))} from given x where o.id = x.id and not x.linked`,
  ].join('');
}

/** Every write of a row changes its ETag; `updated_at` only changes by a write of the document itself. */
function updateOwners(relation: InverseRelation, columns: readonly string[]): string {
  return `update ${storageOf(relation.target).table} o set ${[...columns, 'cg_version = o.cg_version + 1'].join(', ')}`;
}

function clearColumns({ column, rank }: { readonly column: string; readonly rank?: string }): string[] {
  return [`${column} = null`, ...(rank === undefined ? [] : [`${rank} = null`])];
}

/** Marks a list as diverged, where only the draft of the owner changes. */
function divergence(param: Param, target: WriteTarget, relation: InverseRelation): string[] {
  if (writtenStatuses(target, relation).includes('published')) return [];
  const name = param(relation.owner, 'text');
  return [
    `cg_diverged = case when ${name} = any(o.cg_diverged) then o.cg_diverged else array_append(o.cg_diverged, ${name}) end`,
  ];
}
