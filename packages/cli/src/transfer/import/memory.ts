import { type TypeLayout, isOwned, quoted } from '../layout.js';
import { loggedRemoval } from './changes.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/**
 * Remembers what an import wrote: the digest of each version in the source, and the counter of its row. A second import
 * sees by the digest that the source is the same, and by the counter that a document was changed here.
 */
export async function prepareMemory(tx: Transaction): Promise<void> {
  const [found] = await tx<{ known: boolean }[]>`select to_regclass('cg_imports') is not null as known`;
  // `create table if not exists` needs the right to create tables also if the table exists.
  if (found?.known !== true) {
    await tx.unsafe(`
      create table if not exists cg_imports (document_id text, locale text, status text, type text not null,
        digest text not null, version integer not null, primary key (document_id, locale, status))`);
  }
  await tx.unsafe(`
    create temp table cg_in_state (document text primary key, state text not null) on commit drop`);
}

/**
 * The state of the documents of a type that this database knows already:
 *
 * - `untouched`: as the last import left it, so that this import may replace it;
 * - `equal`: never imported, but with the dates, relations and files of the source: nothing to do;
 * - `changed`, `deleted`: not as the last import left it. With `overwrite`, both are replaced.
 *
 * Documents without a state are new. While the import writes a type, a replaced document with a version that is tried a
 * second time becomes `late`, and then `refused` if the database does not accept the version.
 */
export async function compareDocuments(
  tx: Transaction,
  layout: TypeLayout,
  overwrite: boolean,
  tally: Tally,
): Promise<void> {
  const { type, table } = layout;
  await tx.unsafe(
    `insert into cg_in_state
     with staged as (select document, locale, status, updated from cg_in_entity where type = $1 and status <> 'skip'),
     here as (
       select document_id, locale, cg_status as status, cg_version as version, updated_at from ${table}
       where document_id in (select document from staged)),
     known as (
       select document_id, locale, status, version from cg_imports
       where type = $2 and document_id in (select document from staged)),
     compared as (
       select coalesce(h.document_id, k.document_id) as document, count(h.document_id) as here, count(k.document_id) as known,
         bool_and(h.version is not distinct from k.version) as untouched,
         bool_and(h.updated_at is not distinct from s.updated) as equal
       from here h full join known k using (document_id, locale, status)
       left join staged s on s.document = h.document_id and s.locale = h.locale and s.status = h.status group by 1)
     select document, case
       when untouched then 'untouched'
       when known = 0 and equal and here = (select count(*) from staged s where s.document = compared.document) then 'equal'
       when $3 then 'overwrite'
       when here = 0 then 'deleted'
       else 'changed' end
     from compared`,
    [type.uid, type.name, overwrite],
  );
  for (const [field, here] of relationsHere(layout)) {
    await tx.unsafe(
      `update cg_in_state s set state = $3 from cg_in_entity e join ${table} t
       on t.document_id = e.document and t.locale = e.locale and t.cg_status = e.status
       where s.state = 'equal' and e.document = s.document and e.type = $1 and ${STAGED_TARGETS} is distinct from ${here}`,
      [type.uid, field, overwrite ? 'overwrite' : 'changed'],
    );
  }
  const others = await tx<{ document: string; state: string; known: boolean }[]>`
    select s.document, s.state, exists (select from cg_imports i where i.document_id = s.document) as known
    from cg_in_state s where state in ('changed', 'deleted')
    and s.document in (select document from cg_in_entity where type = ${type.uid}) order by 1`;
  for (const { document, state, known } of others) {
    const changed = known ? 'changed here since the last import' : 'exists here, and no import wrote it';
    tally.changedHere(type.name, document, state === 'deleted' ? 'deleted here since the last import' : changed);
  }
}

/**
 * The documents that a field of the staged version `e` points at. Links to unknown documents are dropped, and so are
 * not here.
 */
const STAGED_TARGETS = `(
  select array_agg(r.document order by r.owner_place nulls last, r.n) from cg_in_ref r
  where r.owner_type = e.type and r.owner_id = e.id and r.field = $2 and (
    exists (select from cg_documents d where d.id = r.document)
    or exists (select from cg_files f where f.document_id = r.document)
    or exists (select from cg_in_entity x where x.document = r.document)))`;

/**
 * By field, SQL for the documents that a relation or the files of the row `t` point at. A write of the other side and a
 * deleted target change the relation without a change of the dates.
 */
function relationsHere({ columns, links }: TypeLayout): ReadonlyMap<string, string> {
  const here = new Map<string, string>();
  for (const { name, attribute, isRank } of columns) {
    const column = `t.${quoted(name)}`;
    if (attribute.kind === 'media') {
      const ids = attribute.multiple ? column : `array[${column}]`;
      const files = `from unnest(${ids}) with ordinality i(id, n) join cg_files f on f.id = i.id`;
      here.set(attribute.name, `(select array_agg(f.document_id order by i.n) ${files})`);
    } else if (isOwned(attribute) && !isRank) {
      here.set(attribute.name, `case when ${column} is not null then array[${column}] end`);
    }
  }
  for (const { table, attribute } of links) {
    const targets = `select array_agg(l.target_id order by l.rank) from ${table} l where l.source_id = t.id`;
    here.set(attribute.name, `(${targets})`);
  }
  return here;
}

/** Whether the import may replace documents of a type. */
export async function replacesAny(tx: Transaction, { type }: TypeLayout): Promise<boolean> {
  const found = await tx`
    select from cg_in_state where state in ('untouched', 'overwrite')
    and document in (select document from cg_in_entity where type = ${type.uid}) limit 1`;
  return found.length > 0;
}

/** Sets the state of documents that are here. */
export async function markDocuments(
  tx: Transaction,
  documents: readonly string[],
  state: 'late' | 'refused',
): Promise<void> {
  await tx`update cg_in_state set state = ${state} where document = any(${documents}::text[])`;
}

/** Deletes versions of replaced documents that the source does not have, such as published ones after an unpublish. */
export async function removeVanished(
  tx: Transaction,
  { type, table }: TypeLayout,
  states: readonly ('untouched' | 'overwrite' | 'late')[],
  logs: boolean,
): Promise<void> {
  const vanished = (document: string, locale: string, status: string) =>
    `${document} in (select document from cg_in_state where state = any($2::text[])) and ${document} in (
       select document from cg_in_entity where type = $1) and not exists (
       select from cg_in_entity e where e.document = ${document} and e.locale = ${locale} and e.status = ${status})`;
  const remove = `delete from ${table} t where ${vanished('t.document_id', 't.locale', 't.cg_status')}`;
  if (logs) await tx.unsafe(loggedRemoval(remove, type), [type.uid, [...states], type.name]);
  else await tx.unsafe(remove, [type.uid, [...states]]);
  await tx.unsafe(
    `delete from cg_imports i where i.type = $3 and ${vanished('i.document_id', 'i.locale', 'i.status')}`,
    [type.uid, [...states], type.name],
  );
}
