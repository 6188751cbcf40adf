import { ADD_CHANGES } from './change-rows.js';

/** How long changes stay, in days, unless the settings say something else. */
export const CHANGE_DAYS = 30;

/** A condition in SQL: whether `cg_keep_changes` would do something. Only reads, because every commit has a cost. */
export function areChangesDue(days: string): string {
  const next = `to_char(date_trunc('week', now() at time zone 'UTC') + interval '7 days', 'YYYYMMDD')`;
  return `(to_regclass('cg_changes_' || ${next}) is null or exists (${endedBefore(days)}))`;
}

/** The partitions whose weeks ended so many days ago. The name of a partition has the Monday of its week. */
function endedBefore(days: string): string {
  return `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('cg_changes') and c.relname ~ '^cg_changes_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 + ${days} <= (now() at time zone 'UTC')::date`;
}

/**
 * Adds the partitions of this week and the next two, and drops those that ended more than `days` days ago. If no server
 * ran for weeks, changes of a week are in the default partition; that week gets no partition then. The limit on locks is
 * short, because writers queue behind a lock on the whole table; the next call tries again. The function has the rights
 * of its owner, so it asks for a right of its caller: otherwise every account of the database could drop the log.
 */
const KEEP_CHANGES = `CREATE OR REPLACE FUNCTION cg_keep_changes(days integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '2s' AS $$
DECLARE
  week timestamp;
  partition text;
BEGIN
  IF NOT has_table_privilege(session_user, 'cg_changes', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for table cg_changes' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('cg_keep_changes'));
  FOR ahead IN 0..2 LOOP
    week := date_trunc('week', now() AT TIME ZONE 'UTC') + ahead * interval '7 days';
    partition := 'cg_changes_' || to_char(week, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE %I PARTITION OF cg_changes FOR VALUES FROM (%L) TO (%L)', partition,
        week AT TIME ZONE 'UTC', (week + interval '7 days') AT TIME ZONE 'UTC');
    EXCEPTION WHEN check_violation THEN NULL;
    END;
  END LOOP;
  FOR partition IN ${endedBefore('days')} LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$`;

/** The caller may have another search path, and need not own the table. */
const FIXED_PATH = `DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION cg_keep_changes(integer) SET search_path = %I, pg_temp', current_schema());
END $$`;

/** What `CREATE TABLE "cg_changes" (…)` ends with. */
export const CHANGES_PARTITIONED = 'PARTITION BY RANGE ("at")';

/** The statements that follow. The default partition takes changes of weeks without a partition. */
export const changeFunctions: readonly string[] = [
  'CREATE TABLE "cg_changes_rest" PARTITION OF "cg_changes" DEFAULT',
  ADD_CHANGES,
  KEEP_CHANGES,
  FIXED_PATH,
  `SELECT cg_keep_changes(${CHANGE_DAYS})`,
];
