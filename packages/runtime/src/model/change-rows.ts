/**
 * The rows of the log of changes, `cg_changes`, and their order, in SQL.
 *
 * A change has the `point` of its transaction: the highest transaction id that had ended when the change was
 * logged, or the own id if that is higher. A transaction that waited for the lock of a document logs its changes after
 * the one that held the lock has ended, so its point is not lower, and if both are equal, its ids are higher. So
 * `(point, id)` is the order of the commits of each document. A transaction that runs has an id that is not lower than
 * `pg_snapshot_xmin`, and so is its point: below `pg_snapshot_xmin` no change can appear any more, and a reader that
 * stops there skips nothing. The transaction id alone would not do: it is taken before the locks.
 *
 * Points are ids of one PostgreSQL, so a row also has the system identifier of its server.
 */

/** The point of a change, evaluated once for a statement. */
const CHANGE_SNAPSHOT = `(select greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1, pg_current_xact_id()::text::bigint))`;

/** Columns of an inserted row that the database knows: `select ${CHANGE_POINT}, …`. Evaluated once for a statement. */
export const CHANGE_POINT = `(select system_identifier from pg_control_system()), ${CHANGE_SNAPSHOT}`;

/** Every change below it is final, for a statement that runs on the primary. */
export const FINAL_BELOW = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** The columns of a row, each with its key and its type in the JSON that `cg_add_changes` gets. */
const COLUMNS = [
  ['event', 'event', 'text'],
  ['type', 'type', 'text'],
  ['document_id', 'documentId', 'text'],
  ['locale', 'locale', 'text'],
  ['status', 'status', 'text'],
  ['version', 'version', 'integer'],
  ['caller', 'caller', 'text'],
  ['caller_id', 'callerId', 'text'],
  ['role', 'role', 'text'],
  ['request_id', 'requestId', 'text'],
  ['before', 'before', 'jsonb'],
  ['related', 'related', 'jsonb'],
] as const;

const names = COLUMNS.map(([column]) => column).join(', ');
const keys = COLUMNS.map(([, key]) => `x."${key}"`).join(', ');
const types = COLUMNS.map(([, key, type]) => `"${key}" ${type}`).join(', ');

/**
 * Writes the changes of a transaction, which get their ids in the order of the list. A function, because a session
 * keeps the plan of its INSERT, whereas planning the statement anew costs twice as much as running it. A session also
 * keeps the system identifier, which PostgreSQL reads from a file: a session has one server. A rollback leaves the
 * setting empty. The function has the rights of its caller.
 */
export const ADD_CHANGES = `CREATE OR REPLACE FUNCTION cg_add_changes(changes json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  server bigint := nullif(current_setting('cg.server', true), '');
BEGIN
  IF server IS NULL THEN
    SELECT system_identifier INTO server FROM pg_control_system();
    PERFORM set_config('cg.server', server::text, false);
  END IF;
  INSERT INTO cg_changes (cluster, point, ${names})
    SELECT server, ${CHANGE_SNAPSHOT}, ${keys} FROM json_to_recordset(changes) AS x(${types});
END $$`;
