import type { Builder } from './builder.js';

/** A total that a statement counts, unless it is told what the total was at the moment it runs. */
export interface Counted {
  /** What is counted. */
  readonly key: string;
  /** Where in the values the known moment goes; the known total goes behind it. */
  readonly place: number;
}

/**
 * The moment that a statement sees: on which server, and of which transactions it knows. Two statements of one moment
 * see the same rows, so that what one has counted the other need not count again; any write, of anybody, is another
 * moment. A standby does not list the transactions under way, and so it has no moments. A server that recovers from the
 * crash of one of its processes may use the numbers of transactions again, and begins its statistics anew.
 */
const MOMENT = `case when not pg_is_in_recovery() then concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(), pg_current_snapshot()) end`;

export function totalOf(sql: Builder, count: string): { total: string; moment: string; place: number } {
  const place = sql.values.length;
  const known = `${MOMENT} = ${sql.place('', 'text')}`;
  return { total: `case when ${known} then ${sql.place(0, 'bigint')} else ${count} end`, moment: MOMENT, place };
}
