import { type Layout, type TypeLayout, componentNames } from '../layout.js';
import { FILE_UID } from '../file-uid.js';
import { PERMISSION_UID } from './accounts.js';
import { ownersIn } from './convert.js';
import type { Tally } from './report.js';
import type { Transaction } from './staging.js';

const ROWS = 1000;

/**
 * Leaves links of other types, and files that no chosen type refers to, out of the import. Rows of other types stay,
 * because links may name such rows.
 */
export async function keepChosen(
  tx: Transaction,
  chosen: readonly TypeLayout[],
  layout: Layout,
  tally: Tally,
): Promise<void> {
  await tx.unsafe('create temp table cg_in_owner (type text, id bigint) on commit drop');
  for (const type of chosen) await collectEntries(tx, type, layout);
  const uids = [...chosen.map(({ type }) => type.uid), PERMISSION_UID];
  await tx`
    delete from cg_in_link where owner_type <> all(${uids}::text[])
    and (owner_type, owner_id) not in (select type, id from cg_in_owner)`;
  await tx`
    delete from cg_in_entity where type = ${FILE_UID}
    and id not in (select target_id from cg_in_link where target_type = ${FILE_UID} and target_id is not null)
    and document not in (select target_document from cg_in_link where target_type = ${FILE_UID} and target_document is not null)`;
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from cg_in_link`;
  tally.links.read = row?.count ?? 0;
}

/** Component entries own links as well, and other types may have entries of the same component. */
async function collectEntries(tx: Transaction, type: TypeLayout, layout: Layout): Promise<void> {
  if (type.type.attributes.every((attribute) => componentNames(attribute).length === 0)) return;
  for (let after = -1; ;) {
    const rows = await tx<{ id: number; data: string }[]>`
      select id::float8 as id, data from cg_in_entity where type = ${type.type.uid} and id > ${after}::float8::bigint
      order by id limit ${ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    // The staging wrote the text from an object. The first owner is the row itself.
    const entries = rows.flatMap(({ id, data }) => ownersIn(type, id, JSON.parse(data), layout).slice(1));
    const owners = entries.filter(({ id }) => Number.isSafeInteger(id));
    await tx`
      insert into cg_in_owner select * from unnest(${owners.map(({ type: name }) => name)}::text[],
        ${owners.map(({ id }) => String(id))}::text[]::bigint[])`;
  }
}
