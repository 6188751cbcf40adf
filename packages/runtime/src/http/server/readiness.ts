import type { Content } from '../../content/index.js';
import { HEALTH_CHECK } from '../../database/index.js';
import { neededColumns } from '../../model/index.js';
import { REPLICATION_LAG } from '../observe/replication-lag.js';

/** A health check of a load balancer has a shorter timeout than a request. */
const PATIENCE_MS = 2_000;
/** The missing columns that a reason names. */
const MAX_NAMED = 5;
/** Checks within this time share one answer, so that asking often costs the database nothing. */
const FRESH_MS = 500;

/** Whether a server can serve requests now, and its state. */
interface Readiness {
  /** Why the server cannot serve requests, as sentences; empty if it can. */
  readonly reasons: readonly string[];
  /** What the server cannot do although it is ready, as sentences. */
  readonly degraded: readonly string[];
  readonly database: DatabaseState;
}

type DatabaseState =
  | { readonly reachable: false }
  | {
      readonly reachable: true;
      readonly role: 'primary' | 'standby';
      readonly writable: boolean;
      /** The lag of the slowest standby, or of this standby; `null` without replication. */
      readonly lagSeconds: number | null;
      /** The number of columns that the code needs and the database lacks. */
      readonly missingColumns: number;
    };

type CheckReadiness = (content: Content) => Promise<Readiness>;

/** Asks the catalog of the database, which a locked or slow table does not delay. */
export function createReadinessCheck(): CheckReadiness {
  let last: { readonly content: Content; readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  return (content) => {
    const at = performance.now();
    if (last?.content !== content || at - last.at > FRESH_MS) last = { content, at, readiness: readinessOf(content) };
    return last.readiness;
  };
}

interface Found {
  readonly standby: boolean;
  readonly readOnly: boolean;
  readonly lag: number | null;
  /** The first missing columns, as a list; `null` if no column is missing. */
  readonly missing: string | null;
  readonly missingCount: number;
}

const STATEMENT = `select pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') = 'on' as "readOnly",
  ${REPLICATION_LAG} as lag,
  string_agg(absent.name, ', ') filter (where absent.place <= ${MAX_NAMED}) as missing,
  count(*)::int as "missingCount"
  from (
    select needed.tab || '.' || needed.col as name, row_number() over () as place
    from unnest($1::text[], $2::text[]) as needed(tab, col)
    where not exists (
      select from pg_attribute found
      where found.attrelid = to_regclass(quote_ident(needed.tab)) and found.attname = needed.col and not found.attisdropped
    )
  ) as absent`;

async function readinessOf(content: Content): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, undefined)));
  const [found, opened] = await Promise.all([
    Promise.race([findState(content), late]),
    Promise.race([openConnections(content), late]),
  ]);
  clearTimeout(timer);
  if (found === undefined)
    return { reasons: ['The database cannot be reached'], degraded: [], database: { reachable: false } };
  const { standby, readOnly, lag, missingCount: missingColumns } = found;
  const role = standby ? 'standby' : 'primary';
  // A busy pool may have a connection by now, and no time for the attempt.
  const isConnected = opened === true || hasConnections(content);
  const unconnected = isConnected ? [] : ['The database accepts no connections for requests'];
  // A full disk is no reason to be not ready: all servers share it, and reads go on.
  const isFull = content.database.room?.().isFull === true;
  return {
    degraded: isFull ? ['The database has no room left on its disk, so it refuses writes'] : [],
    reasons: [...problemsIn(found, content.database.wantsWrites ?? true), ...unconnected],
    database: { reachable: true, role, writable: !standby && !readOnly && !isFull, lagSeconds: lag, missingColumns },
  };
}

function findState({ database, models }: Content): Promise<Found | undefined> {
  const needed = neededColumns(models.values());
  const values = [needed.map(({ table }) => table), needed.map(({ column }) => column)];
  return database.rows<Found>(STATEMENT, values, HEALTH_CHECK).then(
    ([found]) => found,
    () => undefined,
  );
}

/**
 * Opens the first connections of each pool, so that no request has to wait for a connection. Returns whether all could
 * be opened.
 */
function openConnections({ database }: Content): Promise<boolean> {
  const { statements, transactions } = database.usage?.() ?? {};
  const attempts = [
    statements?.connected === 0 && database.raw('select 1'),
    transactions?.connected === 0 && database.transaction(() => Promise.resolve()),
  ];
  return Promise.all(attempts).then(
    () => true,
    () => false,
  );
}

/**
 * Whether each pool has a connection, busy or not. A full pool is no reason to be not ready: balancers would send its
 * requests to the other servers, which would then be full, too. A pool that can open no connection at all, for example
 * because of a limit of the role, is a reason.
 */
function hasConnections({ database }: Content): boolean {
  return Object.values(database.usage?.() ?? {}).every(({ connected }) => connected > 0);
}

function problemsIn(found: Found, wantsWrites: boolean): readonly string[] {
  const { standby, readOnly, lag, missing, missingCount } = found;
  const behind = lag === null ? '' : `; it is ${Math.round(lag)} seconds behind`;
  const others = missingCount <= MAX_NAMED ? '' : ` and ${missingCount - MAX_NAMED} more columns`;
  return [
    ...(standby && wantsWrites ? [`The database is a standby, which refuses writes${behind}`] : []),
    ...(readOnly && !standby && wantsWrites ? ['The database is read-only'] : []),
    ...(missing === null ? [] : [`The database lacks ${missing}${others}. Apply the migrations of this version`]),
  ];
}
