import type { Executor } from '../../database/database.js';
import { type Param, runParts } from '../../sql/loader.js';
import type { OwnedLink } from '../../model/storage.js';

/** Gives a version that was just made the links of another one. */
export async function copyLinks(
  executor: Executor,
  links: readonly OwnedLink[],
  from: number,
  to: number,
): Promise<void> {
  await runParts(
    executor,
    links.map(
      ({ table }) =>
        (param) =>
          `insert into ${table} (source_id, target_id, rank, inverse_rank) select ${param(to, 'integer')}, target_id, rank, inverse_rank from ${table} where source_id = ${param(from, 'integer')}`,
    ),
  );
}

/**
 * Makes the lists of some versions equal to those of another one, by writing what differs. Entries that stay keep their
 * place in the list of the other side: that order is not theirs to publish.
 */
export async function syncLinks(
  executor: Executor,
  links: readonly OwnedLink[],
  from: number,
  to: readonly number[],
): Promise<void> {
  if (to.length === 0) return;
  const ids = (param: Param) => ({ f: param(from, 'integer'), t: param(to, 'integer[]') });
  await runParts(
    executor,
    links.flatMap(({ table }) => [
      (param: Param) => {
        const { f, t } = ids(param);
        return `delete from ${table} p where p.source_id = any(${t}) and not exists (select 1 from ${table} d where d.source_id = ${f} and d.target_id = p.target_id)`;
      },
      // A place may be taken by an entry that is about to move: they step aside first.
      (param: Param) => {
        const { f, t } = ids(param);
        return `update ${table} x set rank = '~' || x.rank from ${both(table)} where p.source_id = any(${t}) and d.source_id = ${f} and p.rank <> d.rank and x.source_id = p.source_id and x.target_id = p.target_id`;
      },
    ]),
  );
  await runParts(
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

/** Links `p` and `d` to one target. */
function both(table: string): string {
  return `${table} p join ${table} d on d.target_id = p.target_id`;
}

/**
 * The link of a version to a target, and where it is. Each is looked up on its own: the planner knows how long lists
 * are on average, not how long this one is, and would rather read it whole.
 */
export function linkAt(table: string, source: string, target: string): string {
  return `lateral (select l.target_id, l.rank, l.ctid as place from ${table} l where l.source_id = ${source} and l.target_id = ${target} offset 0)`;
}
