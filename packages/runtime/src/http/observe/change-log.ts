import type { Content } from '../../content/index.js';
import { HEALTH_CHECK } from '../../database/index.js';
import { FINAL_BELOW } from '../../model/index.js';
import { type Family, gauge } from '../../observe/index.js';

interface LogState {
  readonly length: number;
  readonly age: number | null;
  readonly lag: number | null;
}

/**
 * Reads statistics and the ends of an index, so its cost does not grow with the log. The lag is the age of the oldest
 * change that readers do not get yet, because an older transaction runs.
 */
const STATE = `select
  (select coalesce(sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)), 0)::float8
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'cg_changes'::regclass) as length,
  (select greatest(extract(epoch from now() - at), 0)::float8 from cg_changes order by point, id limit 1) as age,
  (select greatest(extract(epoch from now() - at), 0)::float8 from cg_changes
    where cluster = (select system_identifier from pg_control_system()) and point >= ${FINAL_BELOW}
    order by point, id limit 1) as lag`;

/** The metrics of the log of changes; none without `events`, or while the database does not answer. */
export async function changeFamilies({ database, settings }: Content): Promise<readonly Family[]> {
  if (settings.events === undefined) return [];
  const [state] = await database.rows<LogState>(STATE, [], HEALTH_CHECK).catch(() => []);
  if (state === undefined) return [];
  const { length, age, lag } = state;
  return [
    gauge('content_gen_changes', 'Rows of the log of changes, as the database estimates them', length),
    gauge('content_gen_changes_age_seconds', 'The age of the oldest change of the log', age ?? 0),
    gauge('content_gen_changes_lag_seconds', 'The age of the oldest change that readers do not get yet', lag ?? 0),
  ];
}
