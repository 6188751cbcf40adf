import type { Content } from '../../content/index.js';
import { HEALTH_CHECK } from '../../database/index.js';
import { neededColumns } from '../../model/index.js';

/** A health check of a load balancer has a shorter timeout than a request. */
const PATIENCE_MS = 2_000;
/** Checks within this time share one answer, so that asking often costs the database nothing. */
const FRESH_MS = 500;

/** The reasons why a server cannot serve requests now, as sentences; none if it can. */
export type CheckReadiness = (content: Content) => Promise<readonly string[]>;

/** Asks the catalog of the database, which a locked or slow table does not delay. */
export function createReadinessCheck(): CheckReadiness {
  let last:
    { readonly content: Content; readonly at: number; readonly reasons: Promise<readonly string[]> } | undefined;
  return (content) => {
    const at = performance.now();
    if (last?.content !== content || at - last.at > FRESH_MS) last = { content, at, reasons: reasonsOf(content) };
    return last.reasons;
  };
}

interface Found {
  readonly standby: boolean;
  readonly readOnly: boolean;
  /** In seconds; `null` without replication. */
  readonly lag: number | null;
  /** The first missing columns, as a list; `null` if there are none. */
  readonly missing: string | null;
  /** The number of missing columns that are not in that list. */
  readonly more: number;
}

const STATEMENT = `select pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') = 'on' as "readOnly",
  case when pg_is_in_recovery() then round(extract(epoch from now() - pg_last_xact_replay_timestamp()))::int end as lag,
  string_agg(absent.name, ', ') filter (where absent.place <= 5) as missing,
  greatest(count(*) - 5, 0)::int as more
  from (
    select needed.tab || '.' || needed.col as name, row_number() over () as place
    from unnest($1::text[], $2::text[]) as needed(tab, col)
    where not exists (
      select from pg_attribute found
      where found.attrelid = to_regclass(quote_ident(needed.tab)) and found.attname = needed.col and not found.attisdropped
    )
  ) as absent`;

async function reasonsOf({ database, models }: Content): Promise<readonly string[]> {
  const needed = neededColumns(models.values());
  const values = [needed.map(({ table }) => table), needed.map(({ column }) => column)];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, undefined)));
  const asked = database.rows<Found>(STATEMENT, values, HEALTH_CHECK).then(
    ([found]) => found,
    () => undefined,
  );
  const found = await Promise.race([asked, late]);
  clearTimeout(timer);
  return found === undefined ? ['The database cannot be reached'] : problemsIn(found);
}

function problemsIn({ standby, readOnly, lag, missing, more }: Found): readonly string[] {
  const behind = lag === null ? '' : `; it is ${lag} seconds behind`;
  const others = more === 0 ? '' : ` and ${more} more columns`;
  return [
    ...(standby ? [`The database is a standby, which refuses writes${behind}`] : []),
    ...(readOnly && !standby ? ['The database is read-only'] : []),
    ...(missing === null ? [] : [`The database lacks ${missing}${others}. Apply the migrations of this version`]),
  ];
}
