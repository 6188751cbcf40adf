import type { Executor } from '../../database/database.js';
import { keysBetween } from '../../order/rank.js';
import { type Param, run } from '../../sql/loader.js';
import type { ColumnRelation, LinkRelation } from '../../model/storage.js';

/** Keys up to this length stay when those around them get new ones. */
const SHORT = 32;

/** Rows of a table that are in order of one of its columns. */
interface Ranked {
  readonly table: string;
  readonly column: string;
  readonly where: (param: Param) => string;
}

/**
 * Keys have become long where entries went into one gap again and again. They get new ones, spread evenly between the
 * nearest short keys: what that costs depends on how many there are, not on the length of the list.
 */
async function spread(executor: Executor, ranked: Ranked, around: string): Promise<readonly Respread[]> {
  const { table, column, where } = ranked;
  const rows = await run<{ rank: string }>(executor, (param) => {
    const key = param(around, 'text');
    const short = `from ${table} where ${where(param)} and length(${column}) <= ${SHORT}`;
    const low = `(select ${column} ${short} and ${column} < ${key} order by ${column} desc limit 1)`;
    const high = `(select ${column} ${short} and ${column} > ${key} order by ${column} limit 1)`;
    return `with ends(low, high) as materialized (select ${low}, ${high}) select ${column} as rank from ${table}, ends where ${where(param)} and ${column} >= coalesce(ends.low, '') and ${column} <= coalesce(ends.high, '~') group by ${column} order by ${column}`;
  });
  const ranks = rows.map(({ rank }) => rank);
  const long = ranks.filter((rank) => rank.length > SHORT);
  const [low, high] = [ranks.find((rank) => rank < around), ranks.findLast((rank) => rank > around)].map((rank) =>
    rank !== undefined && rank.length <= SHORT ? rank : undefined,
  );
  return keysBetween(low, high, long.length).map((key, index) => ({ rank: long[index]!, key }));
}

interface Respread {
  readonly rank: string;
  readonly key: string;
}

function given(param: Param, keys: readonly Respread[]): string {
  return `jsonb_to_recordset(${param(JSON.stringify(keys), 'jsonb')}) as x(rank text, key text)`;
}

/** The same for the lists of some rows, which are equal. */
export async function rebalanceLists(
  executor: Executor,
  table: string,
  sources: readonly number[],
  around: string,
): Promise<void> {
  const where = (param: Param) => `source_id = ${param(sources[0]!, 'integer')}`;
  const keys = await spread(executor, { table, column: 'rank', where }, around);
  const own = (param: Param) => `l.source_id = any(${param(sources, 'integer[]')})`;
  // In two steps, because a key may be taken by an entry that has not moved yet.
  await run(
    executor,
    (param) =>
      `update ${table} l set rank = '~' || x.key from ${given(param, keys)} where ${own(param)} and l.rank = x.rank`,
  );
  await run(
    executor,
    (param) =>
      `update ${table} l set rank = x.key from ${given(param, keys)} where ${own(param)} and l.rank = '~' || x.key`,
  );
}

/** The same for the list that a target keeps. Versions of one document share their place and go on sharing it. */
export async function rebalanceInverse(
  executor: Executor,
  owners: string,
  of: ColumnRelation | LinkRelation,
  documentId: string,
  around: string,
): Promise<void> {
  const [table, column, target] =
    of.at === 'link' ? [of.table, 'inverse_rank', 'target_id'] : [owners, of.rank!, of.column];
  const where = (param: Param) => `${target} = ${param(documentId, 'text')}`;
  const keys = await spread(executor, { table, column, where }, around);
  await run(
    executor,
    (param) =>
      `update ${table} l set ${column} = x.key from ${given(param, keys)} where l.${where(param)} and l.${column} = x.rank`,
  );
}
