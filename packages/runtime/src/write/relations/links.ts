import type { Executor } from '../../database/index.js';
import type { OwnedLink } from '../../model/index.js';
import type { MissingAnchor } from '../../order/index.js';
import { type Param, opaque, runTogether } from '../../sql/index.js';

/** The columns of a link, and `versionOf`, the status and the locale of the row that owns the link. */
export const LINK_COLUMNS = 'source_id, target_id, rank, inverse_rank, published, locale';

export function versionOf(row: string): string {
  return `${row}.cg_status = 'published', ${row}.locale`;
}

/** Gives a new version the links of another version. */
export async function copyLinks(
  executor: Executor,
  links: readonly OwnedLink[],
  from: number,
  to: number,
): Promise<void> {
  await runTogether(
    executor,
    links.map(
      ({ table, owners }) =>
        (param) =>
          `insert into ${table} (${LINK_COLUMNS}) select s.id, l.target_id, l.rank, l.inverse_rank, ${versionOf('s')} from ${table} l join ${owners} s on s.id = ${param(to, 'bigint')} where l.source_id = ${param(from, 'bigint')}`,
    ),
  );
}

/**
 * Makes the lists of some versions equal to those of another version, by writing the differences. Entries that stay
 * keep their `inverse_rank`, because that order belongs to the target.
 */
export async function syncLinks(
  executor: Executor,
  links: readonly OwnedLink[],
  from: number,
  to: readonly number[],
): Promise<void> {
  if (to.length === 0) return;
  const ids = (param: Param) => ({ f: param(from, 'bigint'), t: param(to, 'bigint[]') });
  await runTogether(
    executor,
    links.flatMap(({ table }) => [
      (param: Param) => {
        const { f, t } = ids(param);
        return `delete from ${table} p where p.source_id = any(${t}) and not exists (select 1 from ${table} d where d.source_id = ${f} and d.target_id = p.target_id)`;
      },
      // The unique index on ranks is checked row by row, so entries that move step aside first.
      (param: Param) => {
        const { f, t } = ids(param);
        return `update ${table} x set rank = '~' || x.rank from ${both(table)} where p.source_id = any(${t}) and d.source_id = ${f} and p.rank <> d.rank and x.source_id = p.source_id and x.target_id = p.target_id`;
      },
    ]),
  );
  await runTogether(
    executor,
    links.flatMap(({ table, owners }) => [
      (param: Param) => {
        const { f, t } = ids(param);
        return `update ${table} x set rank = d.rank from ${both(table)} where p.source_id = any(${t}) and d.source_id = ${f} and p.rank like '~%' and x.source_id = p.source_id and x.target_id = p.target_id`;
      },
      (param: Param) => {
        const { f, t } = ids(param);
        return `insert into ${table} (${LINK_COLUMNS}) select s.id, d.target_id, d.rank, d.inverse_rank, ${versionOf('s')} from ${table} d join ${owners} s on s.id = any(${t}) where d.source_id = ${f} and not exists (select 1 from ${table} p where p.source_id = s.id and p.target_id = d.target_id)`;
      },
    ]),
  );
}

/** SQL for pairs of links `p` and `d` to one target. */
function both(table: string): string {
  return `${table} p join ${table} d on d.target_id = p.target_id`;
}

/**
 * SQL for the link of a version to a target, with its `ctid`. `OFFSET 0` is an optimization fence: the planner knows
 * the average length of lists only, and would read a long list whole instead of looking up one link.
 */
export function linkAt(table: string, source: string, target: string): string {
  return `lateral (select l.target_id, l.rank, l.ctid as place from ${table} l where l.source_id = ${source} and l.target_id = ${target} offset 0)`;
}

/** SQL for all links of a version in order. Without the order, the planner would scan a table with few long lists. */
export function linksInOrder(table: string, source: string): string {
  return `lateral (select l.target_id, l.rank, l.ctid as place from ${table} l where l.source_id = ${source} order by l.rank offset 0)`;
}

/** Changes of the links of the written versions. New ranks are unused, so the order of writing does not matter. */
export interface LinkChanges {
  readonly table: string;
  readonly owners: string;
  /** Versions that exist; `undefined` where the same statement inserts the versions. */
  readonly sources: readonly number[] | undefined;
  /** Whether the change gives the whole list. */
  readonly isWhole: boolean;
  readonly removed: readonly string[];
  readonly moved: readonly { readonly target: string; readonly rank: string }[];
  readonly added: readonly { readonly target: string; readonly rank: string; readonly inverse: string | null }[];
}

/** The rows of a link table that a change of its list writes. */
export interface LinkWork {
  readonly relation: OwnedLink;
  readonly changes: LinkChanges;
  /** Ranks that have become long: the list rebalances around them. */
  readonly long: readonly string[];
  readonly missing: MissingAnchor | undefined;
}

export function isChanged({ removed, moved, added }: LinkChanges): boolean {
  return removed.length + moved.length + added.length > 0;
}

/** Up to this number, each link is looked up by itself. */
const FEW = 50;

/**
 * Reads the list once before any link changes: a lookup beside the changes meets the dead rows of former links again
 * and again, because PostgreSQL cannot mark dead rows while the pages of the index change.
 */
function moveMost(
  param: Param,
  table: string,
  sources: readonly number[],
  moved: readonly { readonly target: string; readonly rank: string }[],
): string {
  const texts = (values: readonly string[]) => param(values, 'text[]');
  // The subselects are evaluated once.
  const rankOf = `(select jsonb_object(${texts(moved.map(({ target }) => target))}, ${texts(moved.map(({ rank }) => rank))}))`;
  const places = `array(select l.place from unnest(${opaque(param(sources, 'bigint[]'), 'bigint[]')}) s(id) cross join ${linksInOrder(table, 's.id')} l)`;
  return `update ${table} m set rank = ${rankOf} ->> m.target_id where m.ctid = any(${places}) and ${rankOf} ? m.target_id`;
}

/** SQL for the changes of a link table, each part a statement of its own. `made` selects the inserted rows. */
export function linkWrites(
  param: Param,
  { table, owners, sources, isWhole, removed, moved, added }: LinkChanges,
  made: string,
): string[] {
  const ids = () => `unnest(${opaque(param(sources ?? [], 'bigint[]'), 'bigint[]')}) s(id)`;
  const links = `cross join ${linkAt(table, 's.id', 'x.target')} l`;
  const parts: string[] = [];
  if (removed.length > 0) {
    const rows = `unnest(${opaque(param(removed, 'text[]'), 'text[]')}) x(target)`;
    parts.push(`delete from ${table} d using ${ids()} cross join ${rows} ${links} where d.ctid = l.place`);
  }
  if (isWhole && moved.length > FEW) parts.push(moveMost(param, table, sources ?? [], moved));
  else if (moved.length > 0) {
    const rows = `jsonb_to_recordset(${param(JSON.stringify(moved), 'jsonb')}) as x(target text, rank text)`;
    parts.push(`update ${table} m set rank = x.rank from ${ids()} cross join ${rows} ${links} where m.ctid = l.place`);
  }
  if (added.length > 0) {
    const rows = `jsonb_to_recordset(${param(JSON.stringify(added), 'jsonb')}) as x(target text, rank text, inverse text)`;
    const from = sources === undefined ? `(${made}) s` : `(select o.* from ${ids()} join ${owners} o on o.id = s.id) s`;
    parts.push(
      `insert into ${table} (${LINK_COLUMNS}) select s.id, x.target, x.rank, x.inverse, ${versionOf('s')} from ${rows} cross join ${from}`,
    );
  }
  return parts;
}
