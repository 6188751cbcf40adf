import type { Builder } from './builder.js';

/** A total that a statement counts, unless its values bring the total of the same snapshot along. */
export interface TotalSlot {
  /** Identifies the rows that are counted. */
  readonly key: string;
  /** The index of the known snapshot in the values; the known total follows it. */
  readonly slot: number;
}

/**
 * Identifies the database snapshot of a statement. Statements with the same snapshot see the same rows, so a total that
 * one has counted holds for the other; any commit makes another snapshot. A standby does not list running transactions,
 * and so has no snapshot here. After the crash of one of its processes a server may use transaction ids again; the times
 * of its start and of its statistics tell such snapshots apart.
 */
const SNAPSHOT = `case when not pg_is_in_recovery() then concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(), pg_current_snapshot()) end`;

export function totalOf(sql: Builder, count: string): { total: string; snapshot: string; slot: number } {
  const slot = sql.values.length;
  const isKnown = `${SNAPSHOT} = ${sql.slot('', 'text')}`;
  return { total: `case when ${isKnown} then ${sql.slot(0, 'bigint')} else ${count} end`, snapshot: SNAPSHOT, slot };
}
