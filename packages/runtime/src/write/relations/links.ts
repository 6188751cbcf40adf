import type { Executor } from '../../database/index.js';
import { type Param, runTogether } from '../../sql/index.js';
import type { OwnedLink } from '../../model/index.js';

/** Gives a new version the links of another one. */
export async function copyLinks(
  executor: Executor,
  links: readonly OwnedLink[],
  from: number,
  to: number,
): Promise<void> {
  await runTogether(
    executor,
    links.map(
      ({ table }) =>
        (param) =>
          `insert into ${table} (source_id, target_id, rank, inverse_rank) select ${param(to, 'bigint')}, target_id, rank, inverse_rank from ${table} where source_id = ${param(from, 'bigint')}`,
    ),
  );
}

/**
 * Makes the lists of some versions equal to those of another one, by writing the differences. Entries that stay keep
 * their `inverse_rank`, because that order belongs to the target.
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
    links.flatMap(({ table }) => [
      (param: Param) => {
        const { f, t } = ids(param);
        return `update ${table} x set rank = d.rank from ${both(table)} where p.source_id = any(${t}) and d.source_id = ${f} and p.rank like '~%' and x.source_id = p.source_id and x.target_id = p.target_id`;
      },
      (param: Param) => {
        const { f, t } = ids(param);
        return `insert into ${table} (source_id, target_id, rank, inverse_rank) select s.id, d.target_id, d.rank, d.inverse_rank from ${table} d cross join unnest(${t}) s(id) where d.source_id = ${f} and not exists (select 1 from ${table} p where p.source_id = s.id and p.target_id = d.target_id)`;
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
export function listOf(table: string, source: string): string {
  return `lateral (select l.target_id, l.rank, l.ctid as place from ${table} l where l.source_id = ${source} order by l.rank offset 0)`;
}
