import type { Content } from '../../content/index.js';
import { HEALTH_CHECK } from '../../database/index.js';
import { type Family, counter, gauge, sampleName } from '../../observe/index.js';
import { REPLICATION_LAG } from './replication-lag.js';

/** The metrics of this process. The metrics of several processes can be added. */
export function processFamilies(content: Content): readonly Family[] {
  const { user, system } = process.cpuUsage();
  return [
    ...(content.metrics?.families() ?? []),
    ...poolFamilies(content),
    ...cacheFamilies(content),
    gauge('content_gen_processes', 'Processes that these metrics are of', 1),
    counter('process_cpu_seconds_total', 'Processor time', [['process_cpu_seconds_total', (user + system) / 1e6]]),
    gauge('process_resident_memory_bytes', 'Memory', process.memoryUsage.rss()),
  ];
}

function poolFamilies({ database }: Content): readonly Family[] {
  const pools = Object.entries(database.usage?.() ?? {});
  const connections = 'content_gen_pool_connections';
  const waiting = 'content_gen_pool_waiting';
  const refused = 'content_gen_pool_refused_total';
  const repeated = 'content_gen_pool_repeated_total';
  const full = 'content_gen_disk_full_total';
  return [
    gauge(
      connections,
      'Connections to the database: the most, those that are open, and those of these that work',
      pools.flatMap(([pool, { limit, open, busy }]) =>
        Object.entries({ limit, open, busy }).map(
          ([state, count]) => [sampleName(connections, { pool, state }), count] as const,
        ),
      ),
    ),
    gauge(
      waiting,
      'Statements and transactions that wait for a connection',
      pools.map(([pool, usage]) => [sampleName(waiting, { pool }), usage.waiting]),
    ),
    counter(
      refused,
      'Statements and transactions that got no connection in time',
      pools.map(([pool, usage]) => [sampleName(refused, { pool }), usage.refused]),
    ),
    counter(
      repeated,
      'Attempts of statements and transactions after the first',
      pools.map(([pool, usage]) => [sampleName(repeated, { pool }), usage.repeated]),
    ),
    counter(full, 'Statements and transactions that failed because the disk of the database was full', [
      [full, database.room?.().failed ?? 0],
    ]),
  ];
}

function cacheFamilies({ statements, shapes, answers, totals, tokens }: Content): readonly Family[] {
  const all = { statements, shapes, ...(answers && { answers }), totals, tokens };
  const caches = Object.entries(all).map(([cache, { usage }]) => ({ cache, ...usage }));
  const [lookups, entries] = ['content_gen_cache_lookups_total', 'content_gen_cache_entries'];
  return [
    counter(
      lookups,
      'Lookups in caches',
      caches.flatMap(({ cache, hits, misses }) => [
        [sampleName(lookups, { cache, result: 'hit' }), hits] as const,
        [sampleName(lookups, { cache, result: 'miss' }), misses] as const,
      ]),
    ),
    gauge(
      entries,
      'Entries of caches',
      caches.map((one) => [sampleName(entries, { cache: one.cache }), one.entries]),
    ),
  ];
}

/**
 * The metrics of the database: how far its standbys are behind, or how far the database itself is behind if it is a
 * standby.
 */
export async function databaseFamilies({ database }: Content): Promise<readonly Family[]> {
  // The connection for health checks, because a scrape of a busy server must not wait with its requests.
  const asked = database.rows<{ lag: number | null }>(`select ${REPLICATION_LAG} as lag`, [], HEALTH_CHECK);
  const [row] = await asked.catch(() => []);
  const up = gauge('content_gen_database_up', 'Whether the database answers', row === undefined ? 0 : 1);
  if (row?.lag === undefined || row.lag === null) return [up];
  return [up, gauge('content_gen_replication_lag_seconds', 'The lag of the slowest standby', row.lag)];
}
