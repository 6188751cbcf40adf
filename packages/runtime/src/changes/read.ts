import type { Executor } from '../database/index.js';
import { ContentError } from '../errors/index.js';
import { FINAL_BELOW } from '../model/index.js';
import { CHANGE_COLUMNS, type ChangeColumns, type LoggedChange, changesOf } from './columns.js';
import { type LogState, checkPosition, parsePosition, positionText } from './position.js';

/** Changes in order, and the position behind them. */
export interface ChangePage {
  readonly changes: readonly LoggedChange[];
  readonly position: string;
}

/** Which changes a reader wants. */
export interface ChangesAfter {
  /** The position of the page before; without it, the log is read from its beginning or from `since`. */
  readonly after?: string;
  /** An ISO time. */
  readonly since?: string;
  /** The most rows of the log; a row has a change, and those of documents that are related to it. */
  readonly limit: number;
}

interface StateRow {
  readonly cluster: string;
  readonly timeline: number | null;
  readonly now: number;
  readonly oldest: number | null;
}

/** A standby lists no running transactions, so it cannot tell which changes are final. */
const STATE = `select h.system_identifier::text as cluster,
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline,
  floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now,
  (select floor(extract(epoch from min(to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC')) * 1000)::float8
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'cg_changes'::regclass and c.relname ~ '^cg_changes_[0-9]{8}$') as oldest
  from pg_control_system() h`;

/**
 * The next changes, in an order that every reader sees alike: that of the commits for each document. A change is
 * returned when no older transaction runs any more, because that transaction may still add changes that come first.
 */
export async function readChanges(
  executor: Pick<Executor, 'rows'>,
  { after, since, limit }: ChangesAfter,
): Promise<ChangePage> {
  const given = after === undefined ? undefined : parsePosition(after);
  const state = await readState(executor);
  if (given !== undefined) checkPosition(given, state);
  const from = given ?? { point: '0', id: '0' };
  const rows = await executor.rows<ChangeColumns & { readonly point: string }>(
    `select ${CHANGE_COLUMNS}, c.point::text as point from cg_changes c
     where c.cluster = $1::bigint and (c.point, c.id) > ($2::bigint, $3::bigint) and c.point < ${FINAL_BELOW}
       and ($4::timestamptz is null or c.at >= $4::timestamptz) order by c.point, c.id limit $5::integer`,
    [state.cluster, from.point, from.id, since ?? null, limit],
  );
  const last = rows.at(-1);
  const readAt = last !== undefined && rows.length === limit ? Date.parse(last.at) : state.now;
  const reached = last === undefined ? from : { point: last.point, id: String(last.id) };
  const { cluster, timeline } = state;
  return {
    changes: rows.flatMap(({ point: _, ...row }) => changesOf(row)),
    position: positionText({ ...reached, cluster, timeline, readAt }),
  };
}

async function readState(executor: Pick<Executor, 'rows'>): Promise<LogState> {
  const [row] = await executor.rows<StateRow>(STATE);
  if (row === undefined || row.timeline === null) {
    throw new ContentError(
      503,
      'ServiceUnavailableError',
      'The log of changes is read from the primary, not from a standby',
    );
  }
  return { ...row, timeline: row.timeline };
}
