import postgres from 'postgres';

import type { DatabaseAddress, Host } from './address.js';
import type { Open } from './connection.js';
import { DiskRoom } from './failures.js';
import { Hosts } from './hosts.js';
import { Pool } from './pool/pool.js';
import { SpeedClasses } from './pool/speed.js';
import { PreparePolicy } from './prepare-policy.js';

/** The variable with the number of processes that serve together; set by `serve` in each of them. */
export const WORKERS = 'CONTENT_GEN_WORKERS';

/** With fewer connections, a few slow statements would stop a process. */
const LEAST = 4;

/** The part of the connections of a server that this process may open. */
export function connectionShare(connections: number): number {
  const workers = Number(process.env[WORKERS] ?? 1);
  return workers === 1 ? connections : Math.max(Math.min(LEAST, connections), Math.ceil(connections / workers));
}

interface DriverOptions {
  /** `false` behind a transaction pooler. */
  readonly prepare: boolean;
  readonly statementTimeoutMs: number;
  /** How long a request waits for a connection. The driver itself would retry forever. */
  readonly connectMs: number;
}

interface PoolsOptions extends Omit<DriverOptions, 'prepare'> {
  readonly connections?: number;
  readonly prepare?: boolean;
}

/** The connections of a database. */
interface Pools {
  readonly single: Pool;
  readonly transactions: Pool;
  /** A connection of its own, so that a health check does not wait behind requests. */
  readonly health: Pool;
  readonly speeds: SpeedClasses;
  readonly policy: PreparePolicy;
  readonly room: DiskRoom;
  readonly wantsWrites: boolean;
  close(): Promise<void>;
}

export function openPools(
  address: DatabaseAddress,
  { connections = 10, prepare = true, statementTimeoutMs, connectMs }: PoolsOptions,
): Pools {
  const size = connectionShare(connections);
  const hosts = new Hosts(address);
  const speeds = new SpeedClasses();
  const room = new DiskRoom();
  const settings = { ...driverSettings({ prepare, statementTimeoutMs, connectMs }), ...address.socket };
  const opener =
    (more: { readonly max_lifetime?: null } = {}): Open =>
    (host, events) =>
      postgres(address.url, { ...settings, ...placeOf(hosts, host), ...more, ...events });
  const renewAll = () => all.forEach((pool) => pool.renew());
  const shared = {
    waitMs: connectMs,
    silentMs: statementTimeoutMs + connectMs,
    speeds,
    hosts,
    onError: (error: unknown) => room.note(error),
    renewAll,
    onUnresponsive: () => all.forEach((pool) => pool.dropFree()),
    onForgotten: () => policy.stop(),
    open: opener(),
  };
  const policy = new PreparePolicy(prepare, renewAll);
  const single = new Pool({ ...shared, size, pipelined: true });
  const transactions = new Pool({
    ...shared,
    size: Math.ceil(size / 2),
    pipelined: false,
    // The driver closes a connection that is too old, even inside a transaction.
    open: opener({ max_lifetime: null }),
  });
  const health = new Pool({ ...shared, size: 1, pipelined: true });
  const all: readonly Pool[] = [single, transactions, health];
  return {
    single,
    transactions,
    health,
    speeds,
    policy,
    room,
    wantsWrites: hosts.wantsWrites,
    close: async () => void (await Promise.all(all.map((pool) => pool.close()))),
  };
}

/** The part of the wait for a connection that opening it may take. The rest is for the answer of the request. */
const OPENING = 0.8;

function driverSettings({ prepare, statementTimeoutMs, connectMs }: DriverOptions) {
  return {
    max: 1,
    prepare,
    fetch_types: false,
    // A constant delay: a growing one would only postpone the recovery, since requests do not wait that long.
    backoff: () => 0.1,
    connect_timeout: (connectMs / 1000) * OPENING,
    onnotice: () => undefined,
    connection: {
      application_name: 'content-gen',
      ...sessionSettings(statementTimeoutMs),
      TimeZone: 'UTC',
    },
    types: {
      json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
      // Row ids and counts stay below 2^53. Values of biginteger attributes are read as text or as JSON.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    },
  };
}

/**
 * Lists, because the driver splits texts at colons, which an IPv6 address has. The types of the driver lack such lists.
 */
function placeOf({ accepted }: Hosts, host: Host | undefined) {
  return {
    ...(host === undefined ? {} : { host: [host.host] as never, port: [host.port] as never }),
    ...(accepted === undefined ? {} : { target_session_attrs: accepted }),
  };
}

/** The settings that each connection asks for when it opens. A pooler in transaction mode drops or refuses them. */
function sessionSettings(statementTimeoutMs: number) {
  return {
    // Compiling costs more than it saves for statements of a few milliseconds; the data is mostly in memory.
    jit: 'off',
    random_page_cost: 1.1,
    statement_timeout: statementTimeoutMs,
  } as const;
}

function asIs(value: string): string {
  return value;
}
