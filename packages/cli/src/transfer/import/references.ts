import type { Attribute } from '../../model/model.js';
import { type Layout, isOwned } from '../layout.js';
import { FILE_UID } from '../strapi/records.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/** A link whose target is known: a document, or the row id of a file. */
export interface Reference {
  readonly type: string;
  readonly owner: number;
  readonly field: string;
  readonly targetType: string;
  readonly document: string;
  readonly file: number | null;
  /** Whether the database has the document. */
  readonly isKnown: boolean;
  /** The place of the owner in the list of the target, from 0. */
  readonly place: number;
}

/**
 * Resolves row ids of the source to documents, once for all links. Several links of one owner to versions of one document
 * become one, because links point at documents here. Owners that have one place in Strapi keep one place.
 */
export async function resolveLinks(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    create temp table cg_in_ref on commit drop as
    select owner_type collate "default" as owner_type, owner_id, field collate "default" as field,
      target_type collate "default" as target_type, document collate "default" as document,
      min(owner_place) as owner_place, min(n) as n,
      dense_rank() over (partition by owner_type, field, document order by min(target_place)) - 1 as place
    from (
      -- Sorting is several times faster by bytes than in the order of a language.
      select l.n, l.owner_type collate "C" as owner_type, l.owner_id, l.field collate "C" as field, l.owner_place,
        l.target_type collate "C" as target_type, coalesce(l.target_document, e.document) collate "C" as document,
        coalesce(l.target_place, 1e15 + l.n) as target_place
      from cg_in_link l left join cg_in_entity e on e.type = l.target_type and e.id = l.target_id
    ) l where document is not null group by owner_type, owner_id, field, target_type, document;
    create index on cg_in_ref (owner_type, owner_id);
    analyze cg_in_ref`);
}

/** Counts and lists links to rows that the source does not have. */
export async function listDangling(
  tx: Transaction,
  nameOf: (uid: string) => string | undefined,
  tally: Tally,
): Promise<void> {
  const [total] = await tx<{ count: number }[]>`
    select count(*)::int as count from cg_in_link l left join cg_in_entity e on e.type = l.target_type and e.id = l.target_id
    where l.target_document is null and e.id is null and l.target_type not like 'admin::%'`;
  tally.links.dropped += total?.count ?? 0;
  const rows = await tx<{ type: string; id: string; field: string; target: string; document: string | null }[]>`
    select l.owner_type as type, l.owner_id::text as id, l.field, l.target_type || ' ' || l.target_id as target, o.document
    from cg_in_link l left join cg_in_entity e on e.type = l.target_type and e.id = l.target_id
    left join cg_in_entity o on o.type = l.owner_type and o.id = l.owner_id
    where l.target_document is null and e.id is null and l.target_type not like 'admin::%' order by l.n limit 1000`;
  for (const { type, id, field, target, document } of rows) {
    tally.problem({
      type: nameOf(type) ?? type,
      documentId: document ?? `entry ${id}`,
      attribute: field,
      effect: 'dropped',
      message: `the link points at ${target}, which the source does not have`,
    });
  }
}

/** Counts and names relations that the definitions do not have, or that they store at the other side. */
export async function noteUnknownLinks(tx: Transaction, { types, components }: Layout, tally: Tally): Promise<void> {
  // Versions of one document belong together by its id, so Strapi's links between its locales say nothing new.
  const rows = await tx<{ type: string; field: string; count: number }[]>`
    select owner_type as type, field, count(*)::int as count from cg_in_link
    where target_type <> 'admin::user' and field <> 'localizations' group by 1, 2 order by 1, 2`;
  for (const { type, field, count } of rows) {
    const holder = types.get(type)?.type ?? components.get(type);
    // The rows of other types are ignored as a whole, which has a note of its own.
    if (holder === undefined) continue;
    const attribute = holder.attributes.find(({ name }) => name === field);
    if (attribute !== undefined && holdsLinks(attribute)) continue;
    const reason =
      attribute === undefined ? 'the definition has no such relation' : 'the other side stores this relation';
    tally.links.dropped += count;
    tally.note(`${count} links of ${holder.name}.${field} were not imported, because ${reason}.`);
  }
}

function holdsLinks(attribute: Attribute): boolean {
  return isOwned(attribute) || attribute.kind === 'media' || attribute.kind === 'role';
}

/** Strapi keeps the admin who created and changed a row. Their number is reported, because the project has no admins. */
export async function noteCreators(tx: Transaction, tally: Tally): Promise<void> {
  const rows = await tx<{ field: string; count: number }[]>`
    select field, count(*)::int as count from cg_in_link where target_type = 'admin::user' group by 1 order by 1`;
  for (const { field, count } of rows) {
    tally.note(`${count} versions name an admin in ${field}. content-gen has no admins, so this was not imported.`);
  }
}

/** The references of some owners, in the order of their lists. */
export async function referencesOf(
  tx: Transaction,
  owners: readonly { readonly type: string; readonly id: number }[],
): Promise<readonly Reference[]> {
  if (owners.length === 0) return [];
  const types = owners.map(({ type }) => type);
  const ids = owners.map(({ id }) => String(id));
  // Subqueries and `OFFSET 0` make the planner look each row up; joins would read the whole tables with every batch.
  return tx.unsafe<Reference[]>(
    `select r.owner_type as type, r.owner_id::float8 as owner, r.field, r.target_type as "targetType", r.document,
       case when r.target_type = '${FILE_UID}' then (select f.id::float8 from cg_files f where f.document_id = r.document) end as file,
       exists (select from cg_documents d where d.id = r.document offset 0) as "isKnown", r.place::int as place
     from unnest($1::text[], $2::text[]) o(type, id)
     cross join lateral (select * from cg_in_ref r where r.owner_type = o.type and r.owner_id = o.id::bigint offset 0) r
     order by r.owner_place nulls last, r.n`,
    [types, ids],
  );
}
