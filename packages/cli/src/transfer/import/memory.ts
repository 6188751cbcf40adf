import type { TypeLayout } from '../layout.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/**
 * Remembers what an import wrote: the digest of each version in the source, and the counter of its row. A second import
 * sees by the digest that the source is the same, and by the counter that a document was changed here.
 */
export async function prepareMemory(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    create table if not exists cg_imports (document_id text, locale text, status text, type text not null,
      digest text not null, version integer not null, primary key (document_id, locale, status));
    create temp table cg_in_state (document text primary key, state text not null) on commit drop`);
}

/**
 * The state of the documents of a type that this database knows already:
 *
 * - `untouched`: as the last import left it, so that this import may replace it;
 * - `equal`: never imported, but with the dates of the source: nothing to do;
 * - `changed`, `deleted`: not as the last import left it. With `overwrite`, both are replaced.
 *
 * Documents without a state are new.
 */
export async function compareDocuments(
  tx: Transaction,
  { type, table }: TypeLayout,
  overwrite: boolean,
  tally: Tally,
): Promise<void> {
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
  const others = await tx<{ document: string; state: string; known: boolean }[]>`
    select s.document, s.state, exists (select from cg_imports i where i.document_id = s.document) as known
    from cg_in_state s where state in ('changed', 'deleted')
    and s.document in (select document from cg_in_entity where type = ${type.uid}) order by 1`;
  for (const { document, state, known } of others) {
    const changed = known ? 'changed here since the last import' : 'exists here, and no import wrote it';
    tally.changedHere(type.name, document, state === 'deleted' ? 'deleted here since the last import' : changed);
  }
}

/** Versions of replaced documents that the source does not have, such as published ones after an unpublish. */
export async function removeVanished(tx: Transaction, { type, table }: TypeLayout): Promise<void> {
  const vanished = (document: string, locale: string, status: string) =>
    `${document} in (select document from cg_in_state where state in ('untouched', 'overwrite')) and ${document} in (
       select document from cg_in_entity where type = $1) and not exists (
       select from cg_in_entity e where e.document = ${document} and e.locale = ${locale} and e.status = ${status})`;
  await tx.unsafe(`delete from ${table} t where ${vanished('t.document_id', 't.locale', 't.cg_status')}`, [type.uid]);
  await tx.unsafe(
    `delete from cg_imports i where i.type = $2 and ${vanished('i.document_id', 'i.locale', 'i.status')}`,
    [type.uid, type.name],
  );
}
