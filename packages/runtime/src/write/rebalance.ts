import type { Executor } from '../database.js';
import { evenKeySql } from '../order/rank.js';
import { run } from './loader.js';
import type { ColumnRelation, LinkRelation } from './storage.js';

/** Gives the lists of some rows new keys. In two steps, because a key may be taken by an entry that is not yet moved. */
export async function rebalanceLists(executor: Executor, table: string, sources: readonly number[]): Promise<void> {
  await run(
    executor,
    (param) =>
      `update ${table} l set rank = '~' || ${evenKeySql('n.place')} from (select source_id, target_id, row_number() over (partition by source_id order by rank) as place from ${table} where source_id = any(${param(sources, 'integer[]')})) n where l.source_id = n.source_id and l.target_id = n.target_id`,
  );
  await run(
    executor,
    (param) => `update ${table} set rank = substr(rank, 2) where source_id = any(${param(sources, 'integer[]')})`,
  );
}

/** The same for the list that a target keeps. Versions of one document share their place and go on sharing it. */
export async function rebalanceInverse(
  executor: Executor,
  owners: string,
  of: ColumnRelation | LinkRelation,
  documentId: string,
): Promise<void> {
  await run(executor, (param) => {
    const id = param(documentId, 'text');
    if (of.at === 'link') {
      return `update ${of.table} l set inverse_rank = n.key from (select source_id, ${place('inverse_rank')} as key from ${of.table} where target_id = ${id} and inverse_rank is not null) n where l.target_id = ${id} and l.source_id = n.source_id`;
    }
    return `update ${owners} o set ${of.rank} = n.key from (select id, ${place(of.rank!)} as key from ${owners} where ${of.column} = ${id} and ${of.rank} is not null) n where o.id = n.id`;
  });
}

function place(rank: string): string {
  return evenKeySql(`dense_rank() over (order by ${rank})`);
}
