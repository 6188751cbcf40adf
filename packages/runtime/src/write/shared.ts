import type { Executor } from '../database.js';
import type { AnyModel } from '../model.js';
import { syncLinks } from './links.js';
import { run } from './loader.js';
import { storageOf } from './storage.js';

/** Copies what all locales share from one version to those of the same status in other locales. */
export async function copyShared(executor: Executor, model: AnyModel, from: number): Promise<void> {
  const { table, columns, links } = storageOf(model);
  const shared = columns.filter((column) => column.shared);
  const values = shared.filter(({ placeOf }) => placeOf === undefined);
  const lists = links.filter((link) => link.shared);
  if (shared.length === 0 && lists.length === 0) return;

  const twins = `s.document_id = o.document_id and s.status = o.status and s.id <> o.id`;
  if (values.length > 0) {
    const set = [...shared.map(({ column }) => `${column} = s.${column}`), 'cg_version = o.cg_version + 1'];
    const row = (alias: string) => `(${values.map(({ column }) => `${alias}.${column}`).join(', ')})`;
    await run(
      executor,
      (param) =>
        `update ${table} o set ${set.join(', ')} from ${table} s where s.id = ${param(from, 'integer')} and ${twins} and ${row('o')} is distinct from ${row('s')}`,
    );
  }
  if (lists.length === 0) return;
  const siblings = await run<{ id: number }>(
    executor,
    (param) => `select o.id from ${table} s join ${table} o on ${twins} where s.id = ${param(from, 'integer')}`,
  );
  await syncLinks(
    executor,
    lists,
    from,
    siblings.map(({ id }) => id),
  );
}
