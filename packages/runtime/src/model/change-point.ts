/**
 * The order of the log of changes, `cg_changes`, in SQL.
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
export const CHANGE_SNAPSHOT = `(select greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1, pg_current_xact_id()::text::bigint))`;

/** Columns of an inserted row that the database knows: `select ${CHANGE_POINT}, …`. Evaluated once for a statement. */
export const CHANGE_POINT = `(select system_identifier from pg_control_system()), ${CHANGE_SNAPSHOT}`;

/** Every change below it is final, for a statement that runs on the primary. */
export const FINAL_BELOW = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
