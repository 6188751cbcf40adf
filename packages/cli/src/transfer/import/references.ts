import type { Attribute } from '../../model/model.js';
import { type Layout, isOwned } from '../layout.js';
import { FILE_UID } from '../file-uid.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

/** A link whose target is known: a document, or the row id of a file. */
export interface Reference {
  readonly targetType: string;
  readonly document: string;
  readonly file: number | null;
  /** Whether the database has the document. */
  readonly isKnown: boolean;
  /** The place of the owner in the list of the target, from 0. */
  readonly place: number;
}

/**
 * Resolves row ids of the source to documents, once for all links. Several links of one owner to versions of one
 * document become one link, because links point at documents here. Owners that have one place in Strapi keep one place.
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
    create index on cg_in_ref (owner_type, owner_id)`);
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
  if (total === undefined || total.count === 0) return;
  tally.links.dropped += total.count;
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

/** Counts and names relations that the definitions do not have, or that the definitions store at the other side. */
export async function noteUnknownLinks(tx: Transaction, { types, components }: Layout, tally: Tally): Promise<void> {
  // The document id connects the versions of a document, so Strapi's links between locales say nothing new.
  const rows = await tx<{ type: string; field: string; count: number }[]>`
    select owner_type as type, field, count(*)::int as count from cg_in_link
    where target_type <> 'admin::user' and field <> 'localizations' group by 1, 2 order by 1, 2`;
  for (const { type, field, count } of rows) {
    const holder = types.get(type)?.type ?? components.get(type);
    // The rows of other types are ignored as a whole, and another note says so.
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

/**
 * Strapi keeps the admin who created and changed a row. The number of such links is reported, because the project has
 * no admins.
 */
export async function noteCreators(tx: Transaction, tally: Tally): Promise<void> {
  const rows = await tx<{ field: string; count: number }[]>`
    select field, count(*)::int as count from cg_in_link where target_type = 'admin::user' group by 1 order by 1`;
  for (const { field, count } of rows) {
    tally.note(`${count} versions name an admin in ${field}. content-gen has no admins, so this was not imported.`);
  }
}

/**
 * Adds the target to each reference, once all documents are registered: a join of all references costs less than a
 * look-up for each. The numbers keep the order of lists.
 */
export async function findTargets(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    create temp table cg_in_target on commit drop as
    select row_number() over (order by r.owner_type collate "C", r.owner_id, r.owner_place nulls last, r.n) as n,
      r.owner_type collate "C" as owner_type, r.owner_id, r.field, r.target_type, r.document, r.place::int as place,
      d.id is not null as is_known, f.id as file
    from cg_in_ref r left join cg_documents d on d.id = r.document
    left join cg_files f on f.document_id = r.document and r.target_type = '${FILE_UID}';
    create index on cg_in_target (owner_type, owner_id);
    analyze cg_in_target`);
}

export interface LinkOwner {
  readonly type: string;
  readonly id: number;
}

type FoundReference = [
  owner: number,
  field: string,
  type: string,
  document: string,
  at: number,
  isKnown: boolean,
  file: number | null,
];

/** The references of some owners, in the order of the lists, by the key of `keyOf`. */
export async function referencesOf(
  tx: Transaction,
  given: readonly LinkOwner[],
): Promise<ReadonlyMap<string, readonly Reference[]>> {
  const found = new Map<string, Reference[]>();
  // An entry without an id owns no links.
  const owners = given.filter(({ id }) => Number.isSafeInteger(id));
  if (owners.length === 0) return found;
  // `OFFSET 0` makes the planner look each owner up; a join would read the whole table with every batch. One JSON value
  // costs the driver less than a row for each reference.
  const [row] = await tx.unsafe<{ references: readonly FoundReference[] | null }[]>(
    `select json_agg(json_build_array(o.n, t.field, t.target_type, t.document, t.place, t.is_known, t.file) order by t.n) as references
     from unnest($1::text[], $2::text[]) with ordinality o(type, id, n)
     cross join lateral (select * from cg_in_target t where t.owner_type = o.type collate "C" and t.owner_id = o.id::bigint offset 0) t`,
    [owners.map(({ type }) => type), owners.map(({ id }) => String(id))],
  );
  for (const [index, field, targetType, document, place, isKnown, file] of row?.references ?? []) {
    const owner = owners[index - 1];
    if (owner === undefined) continue;
    const key = referenceKey(owner.type, owner.id, field);
    const reference = { targetType, document, file, isKnown, place };
    const list = found.get(key);
    if (list === undefined) found.set(key, [reference]);
    else list.push(reference);
  }
  return found;
}

/** Names the references of an attribute. */
export function referenceKey(type: string, id: number, field: string): string {
  return `${type} ${id} ${field}`;
}
