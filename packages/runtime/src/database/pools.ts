import postgres from 'postgres';

import type { DatabaseAddress } from './address.js';
import type { Open } from './connection.js';
import { connectionShare } from './connection-share.js';
import { type DriverOptions, driverSettings, placeOf } from './driver.js';
import { DiskRoom } from './disk-room.js';
import { Hosts } from './hosts.js';
import { Pool } from './pool/pool.js';
import { SpeedClasses } from './pool/speed.js';
import { PreparePolicy } from './prepare-policy.js';

export interface PoolsOptions extends Omit<DriverOptions, 'prepare'> {
  readonly connections?: number;
  readonly prepare?: boolean;
}

/** The connections of a database. */
export interface Pools {
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
