import { isNoting, noteVersions } from '../../changes/index.js';
import type { MayCarry } from '../../access/index.js';
import { type Executor, Overtaken, literal } from '../../database/index.js';
import { ValidationError } from '../../errors/index.js';
import { type Param, run } from '../../sql/index.js';
import { type AnyModel, type Values, storageOf } from '../../model/index.js';
import { lockWithoutWait } from '../targets/lock.js';
import type { IdSql, WriteTarget } from '../targets/target.js';

/** Whether the caller may change a document of the same type that loses an exclusive target. */
export type MayTake = (executor: Executor, documentId: string) => Promise<boolean>;

/** Publishing a document, or discarding its draft, takes targets only from documents that such an action may change. */
export function mayTakeWith(mayCarry: MayCarry, model: AnyModel): MayTake | undefined {
  const mayChange = mayCarry(model);
  return mayChange && ((executor, documentId) => mayChange(executor, [documentId]));
}

/** SQL for the documents that lose a target if another document gets the target. */
export function ownersQuery(param: Param, model: AnyModel, name: string, ids: readonly string[]): readonly string[] {
  const { table, exclusives } = storageOf(model);
  return exclusives
    .filter((one) => one.name === name)
    .map(({ column }) => `select document_id as id from ${table} where ${column} = any(${param(ids, 'text[]')})`);
}

/**
 * SQL for the documents that have the same target as a version of this document: another version of this document may
 * take the target.
 */
export function rivalsQuery(model: AnyModel, id: IdSql): readonly string[] {
  const { table, exclusives } = storageOf(model);
  return exclusives.map(
    ({ column }) =>
      `select o.document_id as id from ${table} own join ${table} o on o.${column} = own.${column} where own.document_id = ${id()}`,
  );
}

/**
 * Takes the targets of two-way one-to-one relations from their former owners, because a target has one owner. Most
 * former owners are locked by now. An owner that got its target since then is locked here, but only if that needs no
 * wait: a wait would be out of the order of locks, so the write is retried then.
 */
export async function takeExclusives(
  executor: Executor,
  target: WriteTarget,
  values: Values,
  { isWritten, mayTake }: { readonly isWritten: (name: string) => boolean; readonly mayTake?: MayTake | undefined },
): Promise<void> {
  const { model, documentId, locale, publish } = target;
  const { table, exclusives } = storageOf(model);
  const statuses = !model.draftAndPublish ? ['published'] : publish ? ['draft', 'published'] : ['draft'];
  for (const { name, column, shared } of exclusives) {
    const id = values[name];
    if (typeof id !== 'string' || !(publish || isWritten(name))) continue;
    const taken = (param: Param) =>
      [
        `${column} = ${param(id, 'text')}`,
        `cg_status in (${statuses.map(literal).join(', ')})`,
        `document_id <> ${param(documentId, 'text')}`,
        ...(shared ? [] : [`locale = ${param(locale, 'text')}`]),
      ].join(' and ');
    if (mayTake !== undefined) await refuseForeignOwners(executor, table, name, taken, mayTake);
    const notes = isNoting(executor);
    const [rest] = await run<{ count: number; lost: string | null }>(executor, (param) => {
      const owners = `select distinct document_id as id from ${table} where ${taken(param)}`;
      const { steps, left } = lockWithoutWait(owners);
      const gone = `update ${table} set ${column} = null, cg_version = cg_version + 1 where ${taken(param)} and document_id in (select id from held) returning document_id as "documentId", locale, cg_status as status, cg_version as version`;
      const lost = notes ? '(select json_agg(g) from gone g)' : 'null';
      return `with ${steps}, gone as (${gone}) select ${left} as count, ${lost} as lost`;
    });
    if (rest !== undefined && rest.count > 0) throw new Overtaken();
    if (rest?.lost) noteVersions(executor, model, 'related', JSON.parse(rest.lost));
  }
}

async function refuseForeignOwners(
  executor: Executor,
  table: string,
  name: string,
  taken: (param: Param) => string,
  mayTake: MayTake,
): Promise<void> {
  const owners = await run<{ id: string }>(
    executor,
    (param) => `select distinct document_id as id from ${table} where ${taken(param)}`,
  );
  for (const { id } of owners) {
    if (await mayTake(executor, id)) continue;
    throw new ValidationError(`${name} points at something that belongs to a document you may not change`);
  }
}
