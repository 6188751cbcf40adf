/**
 * An expression of SQL: how many seconds the slowest standby is behind, or this server if it is a standby; `null`
 * without replication. A standby that has replayed everything has no lag, however long ago the last write was, and a
 * role that may not read the view sees no state.
 */
export const REPLICATION_LAG = `case
  when not pg_is_in_recovery() then (select extract(epoch from coalesce(max(replay_lag), '0 s'))
    from pg_stat_replication where state is not null having count(*) > 0)
  when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8`;
