import type { ContentType } from '../../model/model.js';
import type { Layout, TypeLayout } from '../layout.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/** The row stays staged, with the status `skip`, because links of other documents may name it. */
interface Skipped {
  readonly document: string;
  readonly locale: string;
}

/**
 * Fits the staged versions of a type to its definition: a type without drafts keeps the published version, or the draft
 * where there is nothing else; a type without locales keeps the version in the default locale.
 */
export async function fitVersions(
  tx: Transaction,
  { type }: TypeLayout,
  locales: { readonly default: string; readonly all: readonly string[] },
  tally: Tally,
): Promise<void> {
  const { uid, name } = type;
  const skip = (message: string, rows: readonly Skipped[]) => {
    for (const { document, locale } of rows) {
      tally.count(name, 'read');
      tally.count(name, 'skipped');
      tally.problem({ type: name, documentId: document, locale, effect: 'skipped', message });
    }
  };
  skip('the source has this version twice', await skipRepeated(tx, type, locales.default));
  if (type.localized) {
    await tx`update cg_in_entity set locale = ${locales.default} where type = ${uid} and locale = ''`;
    const unknown = await tx<{ locale: string; count: number }[]>`
      select locale, count(*)::int as count from cg_in_entity
      where type = ${uid} and locale <> all(${[...locales.all]}) group by 1 order by 1`;
    for (const { locale, count } of unknown) {
      tally.note(`${name}: ${count} versions are in the locale ${locale}, which the config does not list.`);
    }
  } else {
    await tx`update cg_in_entity set locale = '' where type = ${uid} and locale = ${locales.default}`;
    const others = await tx<Skipped[]>`
      update cg_in_entity set status = 'skip' where type = ${uid} and locale <> '' returning document, locale`;
    skip('the type has no locales', others);
  }
  if (type.draftAndPublish) return;
  const drafts = await tx<Skipped[]>`
    update cg_in_entity d set status = 'skip' where d.type = ${uid} and d.status = 'draft' and exists (
      select from cg_in_entity p where p.type = d.type and p.document = d.document and p.locale = d.locale
      and p.status = 'published') returning document, locale`;
  skip('the type has no drafts', drafts);
  await tx`
    update cg_in_entity set status = 'published', published = coalesce(published, updated, created)
    where type = ${uid} and status = 'draft'`;
}

/**
 * Keeps one row of each version: the row that Strapi answers with. This is the first row, but a row with the default
 * locale comes before a row without a locale.
 */
function skipRepeated(tx: Transaction, { uid, localized }: ContentType, locale: string): Promise<readonly Skipped[]> {
  const [from, to] = localized ? ['', locale] : [locale, ''];
  const fitted = `case when locale = $2 then $3 else locale end`;
  return tx.unsafe<Skipped[]>(
    `with repeated as (
       select document, ${fitted} as locale, status from cg_in_entity where type = $1 and status <> 'skip'
       group by 1, 2, 3 having count(*) > 1),
     placed as (
       select e.n, row_number() over (partition by r.document, r.locale, r.status order by ($4 and e.locale = ''), e.id, e.n) as place
       from repeated r join cg_in_entity e on e.document = r.document and e.status = r.status and e.type = $1
         and (e.locale = r.locale or (e.locale = $2 and r.locale = $3)))
     update cg_in_entity e set status = 'skip' from placed p
     where e.type = $1 and e.n = p.n and p.place > 1 returning e.document, e.locale`,
    [uid, from, to, localized],
  );
}

/** Registers the documents, so that links can name documents in any order. */
export async function registerDocuments(tx: Transaction, { type }: TypeLayout, tally: Tally): Promise<void> {
  const single = type.kind === 'singleType';
  await tx`
    insert into cg_documents (id, type, single)
    select e.document, ${type.name}, ${single} from cg_in_entity e
    left join cg_in_state s on s.document = e.document
    where e.type = ${type.uid} and e.status <> 'skip' and coalesce(s.state, 'new') in ('new', 'overwrite', 'untouched')
    group by e.document order by min(e.id) on conflict do nothing`;
  const refused = await tx<{ document: string; versions: number }[]>`
    with refused as (
      update cg_in_entity e set status = 'skip' from (
        select e.document from cg_in_entity e left join cg_documents d on d.id = e.document and d.type = ${type.name}
        left join cg_in_state s on s.document = e.document
        where e.type = ${type.uid} and e.status <> 'skip' and d.id is null and coalesce(s.state, 'new') <> 'deleted'
      ) r where e.document = r.document and e.type = ${type.uid} returning e.document
    ) select document, count(*)::int as versions from refused group by 1`;
  const message = single
    ? 'the single type has another document here'
    : 'another type has a document with this id here';
  for (const { document, versions } of refused) {
    tally.count(type.name, 'read', versions);
    tally.count(type.name, 'skipped', versions);
    tally.problem({ type: type.name, documentId: document, effect: 'skipped', message });
  }
}

/**
 * Removes documents without any version: the database accepted no version. Links to such documents disappear, and are
 * counted.
 */
export async function removeEmpty(
  tx: Transaction,
  { type, table }: TypeLayout,
  layout: Layout,
  tally: Tally,
): Promise<void> {
  const empty = await tx.unsafe<{ id: string }[]>(
    `select d.id from cg_documents d join (select distinct document from cg_in_entity where type = $1) e on e.document = d.id
     where d.type = $2 and not exists (select from ${table} t where t.document_id = d.id)`,
    [type.uid, type.name],
  );
  if (empty.length === 0) return;
  const ids = empty.map(({ id }) => id);
  for (const owner of layout.types.values()) {
    for (const { table: links, attribute } of owner.links) {
      const lost = await tx.unsafe<{ document_id: string; target_id: string }[]>(
        `select o.document_id, l.target_id from ${links} l join ${owner.table} o on o.id = l.source_id where l.target_id = any($1::text[])`,
        [ids],
      );
      for (const { document_id, target_id } of lost) {
        tally.links.dropped++;
        tally.problem({
          type: owner.type.name,
          documentId: document_id,
          attribute: attribute.name,
          effect: 'dropped',
          message: `${target_id} was skipped`,
        });
      }
    }
  }
  await tx`delete from cg_documents where id = any(${ids}::text[])`;
}
