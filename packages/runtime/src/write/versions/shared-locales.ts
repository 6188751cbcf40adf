import type { Executor } from '../../database/index.js';
import { type AnyModel, type OwnedLink, storageOf } from '../../model/index.js';
import { syncLinks } from '../relations/links.js';
import { run } from '../../sql/index.js';

/** The written versions of one locale. */
interface WrittenRows {
  readonly edit: number;
  readonly published?: number | undefined;
}

/**
 * Copies shared values and lists to the versions of the same status in other locales. Publishing skips drafts that are
 * published in their own locale, as Strapi does; they catch up when they are written, see `isBehind`.
 */
export async function copyShared(executor: Executor, model: AnyModel, { edit, published }: WrittenRows): Promise<void> {
  const { table, columns, links } = storageOf(model);
  const shared = columns.filter((column) => column.shared);
  const values = shared.filter(({ placeOf }) => placeOf === undefined);
  const lists = links.filter((link) => link.shared);
  const from = [edit, ...(published === undefined ? [] : [published])];
  const itself = `exists (select 1 from ${table} p where p.document_id = o.document_id and p.locale = o.locale and p.cg_status = 'published')`;
  const twins = [
    's.document_id = o.document_id and s.cg_status = o.cg_status and s.locale <> o.locale',
    ...(published === undefined ? [] : [`(o.cg_status = 'published' or not ${itself})`]),
  ].join(' and ');
  if (values.length > 0) {
    const set = [...shared.map(({ column }) => `${column} = s.${column}`), 'cg_version = o.cg_version + 1'];
    await run(
      executor,
      (param) =>
        `update ${table} o set ${set.join(', ')} from ${table} s where s.id = any(${param(from, 'bigint[]')}) and ${twins} and ${rowOf('o', values)} is distinct from ${rowOf('s', values)}`,
    );
  }
  if (lists.length === 0) return;
  const others = await run<{ from: number; id: number }>(
    executor,
    (param) =>
      `select s.id as from, o.id from ${table} s join ${table} o on ${twins} where s.id = any(${param(from, 'bigint[]')})`,
  );
  for (const one of from) {
    const to = others.filter((other) => other.from === one).map(({ id }) => id);
    await syncLinks(executor, lists, one, to);
  }
  if (model.draftAndPublish) await markLists(executor, table, lists, edit);
}

/** Marks shared lists of drafts in other locales as diverged, because their published versions may differ from them. */
async function markLists(executor: Executor, table: string, lists: readonly OwnedLink[], edit: number): Promise<void> {
  await run(executor, (param) => {
    const names = param(
      lists.map(({ name }) => name),
      'text[]',
    );
    return `update ${table} o set cg_diverged = array(select distinct unnest(o.cg_diverged || ${names})) from ${table} s where s.id = ${param(edit, 'bigint')} and o.document_id = s.document_id and o.locale <> s.locale and o.cg_status = 'draft' and not o.cg_diverged @> ${names}`;
  });
}

/** SQL for "version `e` has older shared values than `s`". The version that was written last has the current ones. */
export function isBehind(model: AnyModel, e: string, s: string): string {
  const { columns, links } = storageOf(model);
  const values = columns.filter(({ shared, placeOf }) => shared && placeOf === undefined);
  const entries = (table: string, row: string) => `select target_id, rank from ${table} where source_id = ${row}.id`;
  const differences = [
    ...(values.length === 0 ? [] : [`${rowOf(e, values)} is distinct from ${rowOf(s, values)}`]),
    ...links.flatMap(({ table, shared }) => {
      const [own, other] = [entries(table, e), entries(table, s)];
      return shared ? [`exists (${own} except ${other})`, `exists (${other} except ${own})`] : [];
    }),
  ];
  return differences.length === 0 ? 'false' : `${e}.updated_at < ${s}.updated_at and (${differences.join(' or ')})`;
}

function rowOf(alias: string, columns: readonly { readonly column: string }[]): string {
  return `row(${columns.map(({ column }) => `${alias}.${column}`).join(', ')})`;
}

/** Gives all drafts of a document the shared values of the draft that was written last. */
export async function levelShared(executor: Executor, model: AnyModel, documentId: string): Promise<void> {
  if (!model.localized || !model.draftAndPublish) return;
  const [last] = await run<{ id: number }>(
    executor,
    (param) =>
      `select id from ${storageOf(model).table} where document_id = ${param(documentId, 'text')} and cg_status = 'draft' order by updated_at desc, id limit 1`,
  );
  if (last !== undefined) await copyShared(executor, model, { edit: last.id });
}
