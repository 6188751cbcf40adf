/**
 * The SQL that keeps `cg_totals`. Triggers add a row for every change of a counted table and never change a row of
 * another transaction, so writers do not wait for each other. A reader adds the rows up: its snapshot shows the rows of
 * `cg_totals` and of the table as of the same moment. Triggers see every writer: the API, imports, migrations, psql.
 */

/** A random number: the numbers of all visible changes, combined with xor, name the state of a table. */
const MARK = 'hashtextextended(gen_random_uuid()::text, 0)';

/**
 * Counts the rows of statements. An update only leaves a mark, because rows rarely change their status or locale;
 * `cg_move_row` counts the rows that do. About every 64th change merges the rows of a table into one per status and
 * locale. A merge skips rows that another transaction merges. There is no merge above READ COMMITTED, where a merge may
 * fail, and none in a long transaction, where each merge would read the remains of the merges before.
 */
const COUNT_ROWS = `CREATE OR REPLACE FUNCTION cg_count_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE mark bigint := ${MARK};
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO cg_totals SELECT TG_RELID, cg_status, locale, count(*), ${MARK}, false FROM cg_new GROUP BY cg_status, locale;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO cg_totals SELECT TG_RELID, cg_status, locale, -count(*), ${MARK}, false FROM cg_old GROUP BY cg_status, locale;
  ELSE
    INSERT INTO cg_totals VALUES (TG_RELID, '', '', 0, mark, false);
  END IF;
  IF mark & 63 = 0 AND clock_timestamp() < now() + interval '1 second'
    AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM cg_merge_totals(TG_RELID);
  END IF;
  RETURN NULL;
END $$`;

const MERGE = `CREATE OR REPLACE FUNCTION cg_merge_totals(counted oid) RETURNS void LANGUAGE sql AS $$
  WITH found AS (SELECT ctid FROM cg_totals WHERE relation = counted AND NOT base FOR UPDATE SKIP LOCKED),
    merged AS (DELETE FROM cg_totals t USING found WHERE t.ctid = found.ctid RETURNING t.*)
  INSERT INTO cg_totals SELECT counted, status, locale, sum(added), bit_xor(mark), false FROM merged GROUP BY status, locale
$$`;

const MOVE_ROW = `CREATE OR REPLACE FUNCTION cg_move_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO cg_totals VALUES
    (TG_RELID, OLD.cg_status, OLD.locale, -1, ${MARK}, false),
    (TG_RELID, NEW.cg_status, NEW.locale, 1, ${MARK}, false);
  RETURN NULL;
END $$`;

/**
 * TRUNCATE waits for all writers of the table, so READ COMMITTED then sees all their rows. An older snapshot does not
 * see all rows: TRUNCATE then removes only the base, so that readers count the table until `cg_keep_total` runs again.
 * The other rows of `cg_totals` stay, because a merge that the snapshot does not see may have removed them.
 */
const TRUNCATED = `CREATE OR REPLACE FUNCTION cg_count_none() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM cg_totals WHERE relation = TG_RELID
    AND base = (current_setting('transaction_isolation') <> 'read committed');
  INSERT INTO cg_totals VALUES (TG_RELID, '', '', 0, ${MARK}, false);
  RETURN NULL;
END $$`;

/**
 * Counts a table and keeps its total from then on. Creating the triggers blocks writers until the end of the
 * transaction, so the count misses no rows. The triggers also fire in sessions that replicate or restore rows.
 */
const KEEP_TOTAL = `CREATE OR REPLACE FUNCTION cg_keep_total(counted regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE made text;
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_total_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS cg_new FOR EACH STATEMENT EXECUTE FUNCTION cg_count_rows()', counted);
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_total_update AFTER UPDATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION cg_count_rows()', counted);
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_total_move AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.cg_status IS DISTINCT FROM NEW.cg_status OR OLD.locale IS DISTINCT FROM NEW.locale) EXECUTE FUNCTION cg_move_row()', counted);
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_total_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS cg_old FOR EACH STATEMENT EXECUTE FUNCTION cg_count_rows()', counted);
  EXECUTE format('CREATE OR REPLACE TRIGGER cg_total_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION cg_count_none()', counted);
  FOREACH made IN ARRAY ARRAY['insert', 'update', 'move', 'delete', 'truncate'] LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER cg_total_%s', counted, made);
  END LOOP;
  DELETE FROM cg_totals t WHERE t.relation = counted OR NOT EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = t.relation);
  EXECUTE format('INSERT INTO cg_totals SELECT %s, cg_status, locale, count(*), ${MARK}, false FROM %s GROUP BY cg_status, locale', counted::oid, counted);
  INSERT INTO cg_totals VALUES (counted, '', '', 0, ${MARK}, true);
END $$`;

/** The events of the triggers that `cg_keep_total` makes. Each trigger has the mark ALWAYS. */
const EVENTS = ['insert', 'update', 'move', 'delete', 'truncate'];

/**
 * A condition in SQL: whether triggers see every change of a table. `DISABLE TRIGGER ALL` turns the triggers off, and
 * `ENABLE TRIGGER ALL` does not bring the mark ALWAYS back, so the condition also tells of rows that were written in
 * between. Subscriptions of logical replication change rows without the triggers of their statements.
 */
export function isCounted(relation: string): string {
  const names = EVENTS.map((event) => `'cg_total_${event}'`).join(', ');
  const counting = `select count(*) from pg_trigger g where g.tgrelid = ${relation} and g.tgenabled = 'A' and g.tgname in (${names})`;
  return `(${counting}) = ${EVENTS.length} and not exists (select 1 from pg_subscription_rel s where s.srrelid = ${relation})`;
}

/** Writers may have another search path and no right to `cg_totals`, so the functions bring their own. */
const FIXED_PATH = `DO $$
DECLARE made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['cg_count_rows()', 'cg_merge_totals(oid)', 'cg_move_row()', 'cg_count_none()', 'cg_keep_total(regclass)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made, current_schema());
  END LOOP;
END $$`;

/** The functions behind `cg_totals`, which has to exist. */
export const totalFunctions: readonly string[] = [MERGE, COUNT_ROWS, MOVE_ROW, TRUNCATED, KEEP_TOTAL, FIXED_PATH];
