import { updateVersions } from '../../changes/index.js';
import type { Executor } from '../../database/index.js';
import { type AnyModel, type OwnedLink, storageOf } from '../../model/index.js';
import { syncLinks } from '../relations/links.js';
import { type Param, run } from '../../sql/index.js';

/** The written versions of one locale. */
interface WrittenRows {
  readonly edit: number;
  readonly published?: number | undefined;
}

/**
 * Copies shared values and lists to the versions of the same status in other locales. As in Strapi, publishing skips
 * drafts that are published in their own locale; such drafts catch up when they are written, see `isBehind`. The
 * counters of skipped drafts change at once: a write that knows only the former values must not replace the new values.
 */
export async function copyShared(executor: Executor, model: AnyModel, { edit, published }: WrittenRows): Promise<void> {
  const { table } = storageOf(model);
  const { shared, values, lists } = sharedIn(model);
  const from = [edit, ...(published === undefined ? [] : [published])];
  const twins = 's.document_id = o.document_id and s.cg_status = o.cg_status and s.locale <> o.locale';
  const itself = `exists (select 1 from ${table} p where p.document_id = o.document_id and p.locale = o.locale and p.cg_status = 'published')`;
  const isGiven = published === undefined ? 'true' : `(o.cg_status = 'published' or not ${itself})`;
  if (values.length > 0) {
    const set = [
      ...shared.map(({ column }) => `${column} = case when ${isGiven} then s.${column} else o.${column} end`),
      'cg_version = o.cg_version + 1',
    ];
    await updateVersions(
      executor,
      model,
      'updated',
      (param) =>
        `update ${table} o set ${set.join(', ')} from ${table} s where s.id = any(${param(from, 'bigint[]')}) and ${twins} and ${rowOf('o', values)} is distinct from ${rowOf('s', values)}`,
    );
  }
  if (lists.length === 0) return;
  const isDifferent = lists.map((list) => listsDiffer(list.table, 'o', 's')).join(' or ');
  const others = await run<{ from: number; id: number; isGiven: boolean }>(
    executor,
    (param) =>
      `select s.id as from, o.id, ${isGiven} as "isGiven" from ${table} s join ${table} o on ${twins} where s.id = any(${param(from, 'bigint[]')}) and (${isDifferent})`,
  );
  for (const one of from) {
    const given = others.filter((other) => other.from === one && other.isGiven);
    await syncLinks(executor, lists, one, idsOf(given));
  }
  await renew(executor, model, idsOf(others));
  if (model.draftAndPublish) await markLists(executor, table, lists, edit);
}

function idsOf(rows: readonly { readonly id: number }[]): readonly number[] {
  return rows.map(({ id }) => id);
}

/** Changes the counters of versions whose lists have changed, so that `If-Match` notices the change. */
async function renew(executor: Executor, model: AnyModel, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await updateVersions(
    executor,
    model,
    'updated',
    (param) =>
      `update ${storageOf(model).table} o set cg_version = o.cg_version + 1 where o.id = any(${param(ids, 'bigint[]')})`,
  );
}

/**
 * Marks shared lists of drafts in other locales as diverged, because the published versions of these drafts may differ.
 */
async function markLists(executor: Executor, table: string, lists: readonly OwnedLink[], edit: number): Promise<void> {
  await run(executor, (param) => {
    const names = param(
      lists.map(({ name }) => name),
      'text[]',
    );
    return `update ${table} o set cg_diverged = array(select distinct unnest(o.cg_diverged || ${names})) from ${table} s where s.id = ${param(edit, 'bigint')} and o.document_id = s.document_id and o.locale <> s.locale and o.cg_status = 'draft' and not o.cg_diverged @> ${names}`;
  });
}

/**
 * SQL for "draft `e` has older shared values than draft `s`", where `p` is the published version in the locale of `e`.
 * Publishing in the locale of `s` gave its values to `p` and left `e` alone, so a value of `s` that `p` lacks is not
 * newer: the locales differ because the attribute was localized before, and `e` keeps its own value.
 */
export function isBehind(model: AnyModel, { e, s, p }: Versions): string {
  const { values, lists } = sharedIn(model);
  const differences = [
    ...values.map(({ column }) => isOlder(column, { e, s, p })),
    ...lists.map(({ table }) => hasOlderList(table, { e, s, p })),
  ];
  return differences.length === 0 ? 'false' : `${e}.updated_at < ${s}.updated_at and (${differences.join(' or ')})`;
}

/** SQL for the versions `e` and `p`, which belong to one locale. */
export function withPublished(table: string, { e, p }: Pick<Versions, 'e' | 'p'>): string {
  return `${table} ${e} join ${table} ${p} on ${p}.document_id = ${e}.document_id and ${p}.locale = ${e}.locale and ${e}.cg_status = 'draft' and ${p}.cg_status = 'published'`;
}

/** Aliases of rows. */
interface Versions {
  readonly e: string;
  readonly s: string;
  readonly p: string;
}

function sharedIn(model: AnyModel) {
  const { columns, links } = storageOf(model);
  const shared = columns.filter((column) => column.shared);
  return {
    shared,
    values: shared.filter(({ placeOf }) => placeOf === undefined),
    lists: links.filter((link) => link.shared),
  };
}

function isOlder(column: string, { e, s, p }: Versions): string {
  return `(${e}.${column} is distinct from ${s}.${column} and ${p}.${column} is not distinct from ${s}.${column})`;
}

function hasOlderList(table: string, { e, s, p }: Versions): string {
  return `(${listsDiffer(table, e, s)} and not ${listsDiffer(table, p, s)})`;
}

/** SQL for "the lists of two rows differ". */
function listsDiffer(table: string, a: string, b: string): string {
  const entries = (row: string) => `select target_id, rank from ${table} where source_id = ${row}.id`;
  return `(exists (${entries(a)} except ${entries(b)}) or exists (${entries(b)} except ${entries(a)}))`;
}

function rowOf(alias: string, columns: readonly { readonly column: string }[]): string {
  return `row(${columns.map(({ column }) => `${alias}.${column}`).join(', ')})`;
}

/** Gives the drafts of all other locales, or of one other locale, the newer values of a draft. */
export async function catchUp(executor: Executor, model: AnyModel, from: number, locale?: string): Promise<void> {
  const { table } = storageOf(model);
  const { shared, values, lists } = sharedIn(model);
  const rows = { e: 'e', s: 's', p: 'p' };
  const drafts = (param: Param) =>
    `s.id = ${param(from, 'bigint')} and e.document_id = s.document_id and e.locale ${locale === undefined ? '<> s.locale' : `= ${param(locale, 'text')}`} and e.updated_at < s.updated_at`;
  for (const list of lists) {
    const behind = await run<{ id: number }>(
      executor,
      (param) =>
        `select e.id from ${table} s, ${withPublished(table, rows)} where ${drafts(param)} and ${hasOlderList(list.table, rows)}`,
    );
    await syncLinks(executor, [list], from, idsOf(behind));
    await renew(executor, model, idsOf(behind));
  }
  if (values.length === 0) return;
  const set = shared.map(
    ({ column, placeOf = column }) =>
      `${column} = case when ${isOlder(placeOf, { ...rows, e: 'o' })} then s.${column} else o.${column} end`,
  );
  const older = values.map(({ column }) => isOlder(column, rows)).join(' or ');
  await updateVersions(
    executor,
    model,
    'updated',
    (param) =>
      `update ${table} o set ${set.join(', ')}, cg_version = o.cg_version + 1 from ${table} s, ${withPublished(table, rows)} where o.id = e.id and ${drafts(param)} and (${older})`,
  );
}

/**
 * SQL for the documents of a type, among the documents of a query, that have a draft which lags behind. A write of
 * another document that changes only the drafts of such a document comes after `levelShared`: without it, the published
 * versions would differ from the drafts, and the draft that lags behind would pass for the newer draft.
 */
export function laggingQuery(model: AnyModel, documents: string): string {
  const { table } = storageOf(model);
  const rows = { e: 'e', s: 's', p: 'p' };
  const last = `select c.id from ${table} c where c.document_id = e.document_id and c.cg_status = 'draft' order by c.updated_at desc, c.id limit 1`;
  return `select distinct e.document_id as id from ${withPublished(table, rows)} join ${table} s on s.id = (${last}) where e.document_id in (${documents}) and ${isBehind(model, rows)}`;
}

/** Gives all drafts of a document the shared values that were published since the drafts were written. */
export async function levelShared(executor: Executor, model: AnyModel, documentId: string): Promise<void> {
  if (!model.localized || !model.draftAndPublish) return;
  const [last] = await run<{ id: number }>(
    executor,
    (param) =>
      `select id from ${storageOf(model).table} where document_id = ${param(documentId, 'text')} and cg_status = 'draft' order by updated_at desc, id limit 1`,
  );
  if (last !== undefined) await catchUp(executor, model, last.id);
}
