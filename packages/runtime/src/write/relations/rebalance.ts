import type { Executor } from '../../database/index.js';
import { keysBetween } from '../../order/index.js';
import { type Param, run } from '../../sql/index.js';
import type { ColumnRelation, LinkRelation } from '../../model/index.js';

/** Keys up to this length stay as they are. */
const SHORT = 32;

/** Rows of a table in the order of a rank column. */
interface Ranked {
  readonly table: string;
  readonly column: string;
  readonly where: (param: Param) => string;
}

/**
 * Keys become long where entries go into one gap again and again. The long keys around `around` are replaced by new
 * ones, spread evenly between the nearest short keys, so that the cost does not depend on the length of the list.
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
  const keys = keysBetween(low, high, long.length)[Symbol.iterator]();
  return long.map((rank) => ({ rank, key: keys.next().value ?? rank }));
}

interface Respread {
  readonly rank: string;
  readonly key: string;
}

function given(param: Param, keys: readonly Respread[]): string {
  return `jsonb_to_recordset(${param(JSON.stringify(keys), 'jsonb')}) as x(rank text, key text)`;
}

/** Rebalances the list of a version, and the equal lists of other versions. */
export async function rebalanceLists(
  executor: Executor,
  table: string,
  source: number,
  equal: readonly number[],
  around: string,
): Promise<void> {
  const where = (param: Param) => `source_id = ${param(source, 'bigint')}`;
  const keys = await spread(executor, { table, column: 'rank', where }, around);
  const own = (param: Param) => `l.source_id = any(${param([source, ...equal], 'bigint[]')})`;
  // Two steps, because an entry that has not moved yet may still hold a new key.
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

/** Rebalances the list that a target keeps. Versions of one document share a rank before and after. */
export async function rebalanceInverse(
  executor: Executor,
  owners: string,
  of: ColumnRelation | LinkRelation,
  documentId: string,
  around: string,
): Promise<void> {
  const [table, column, target] =
    of.at === 'link' ? [of.table, 'inverse_rank', 'target_id'] : [owners, of.rank, of.column];
  if (column === undefined) return;
  const where = (param: Param) => `${target} = ${param(documentId, 'text')}`;
  const keys = await spread(executor, { table, column, where }, around);
  await run(
    executor,
    (param) =>
      `update ${table} l set ${column} = x.key from ${given(param, keys)} where l.${where(param)} and l.${column} = x.rank`,
  );
}
