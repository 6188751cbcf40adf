import type { Executor } from '../../database/database.js';
import { ValidationError } from '../../errors/index.js';
import { literal } from '../../sql/builder.js';
import { type Param, run } from '../../sql/loader.js';
import { storageOf } from '../../model/storage.js';
import type { Target } from '../versions/version.js';

/** Asks whether the caller may change the documents that something is about to be taken from. */
export type MayTake = (executor: Executor, documentId: string) => Promise<boolean>;

/** Takes the targets of two-way one-to-one relations from their former owners, before they get a new one. */
export async function stealExclusives(
  executor: Executor,
  target: Target,
  all: Readonly<Record<string, unknown>>,
  written: ReadonlyMap<string, unknown>,
  mayTake?: MayTake,
): Promise<void> {
  const { model, documentId, locale, publish } = target;
  const { table, exclusives } = storageOf(model);
  const statuses = !model.draftAndPublish ? ['published'] : publish ? ['draft', 'published'] : ['draft'];
  for (const { name, column, shared } of exclusives) {
    const id = all[name];
    if (typeof id !== 'string' || !(publish || written.has(name))) continue;
    const taken = (param: Param) =>
      [
        `${column} = ${param(id, 'text')}`,
        `status in (${statuses.map(literal).join(', ')})`,
        `document_id <> ${param(documentId, 'text')}`,
        ...(shared ? [] : [`locale = ${param(locale, 'text')}`]),
      ].join(' and ');
    if (mayTake !== undefined) await refuseTheft(executor, table, name, taken, mayTake);
    await run(
      executor,
      (param) => `update ${table} set ${column} = null, cg_version = cg_version + 1 where ${taken(param)}`,
    );
  }
}

async function refuseTheft(
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
