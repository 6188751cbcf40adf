import type postgres from 'postgres';

import { type Connection, closeConnection, openConnection, unreachable } from './connection.js';

export interface PoolOptions {
  /** The most connections that are open at the same time. */
  readonly size: number;
  /** How long a caller waits for a free connection, in milliseconds. */
  readonly waitMs: number;
  /** Whether a statement may be sent behind another one when no connection is free. */
  readonly pipelined: boolean;
  readonly open: (onclose: () => void) => postgres.Sql;
}

/** A statement that has run for longer is taken for a slow one, which may run for any time. */
const FAST_MS = 20;
/** Statements on one connection. More would gain nothing, because each waits for the one before it. */
const MAX_USERS = 3;

type Waiter = (connection: Connection) => void;

/** Connections to one database. Fast statements do not queue behind slow ones. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #free: Connection[] = [];
  readonly #waiters = new Set<Waiter>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const found = this.#take() ?? this.#share();
    const connection = found === undefined ? await this.#wait() : occupy(found);
    try {
      return await work(connection);
    } finally {
      this.#release(connection);
    }
  }

  /** Replaces every connection as soon as it is free. */
  renew(): void {
    for (const connection of this.#open) if (connection.state === 'working') connection.state = 'retired';
    for (const connection of this.#free.splice(0)) void this.#drop(connection);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(closeConnection));
  }

  #take(): Connection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.state === 'working') return free;
      void this.#drop(free);
    }
    return this.#open.size < this.#options.size ? this.#add() : undefined;
  }

  /** The connection with the fewest statements; among equals, the one whose statement began last. */
  #share(): Connection | undefined {
    if (!this.#options.pipelined) return undefined;
    const now = performance.now();
    let best: Connection | undefined;
    for (const connection of this.#open) {
      const isFast = now - connection.busySince < FAST_MS;
      if (connection.state !== 'working' || connection.users === MAX_USERS || !isFast) continue;
      const order = best === undefined ? -1 : connection.users - best.users || best.busySince - connection.busySince;
      if (order < 0) best = connection;
    }
    return best;
  }

  #wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (connection) => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(unreachable());
      }, this.#options.waitMs);
      this.#waiters.add(waiter);
    });
  }

  #release(used: Connection): void {
    used.users--;
    // The next statement of the pipeline has the connection from now on.
    if (used.users > 0) used.busySince = performance.now();
    const isWorking = used.state === 'working';
    const isIdle = used.users === 0;
    if (!isWorking && isIdle) void this.#drop(used);
    const [waiter] = this.#waiters;
    if (waiter !== undefined && (isWorking || isIdle)) {
      this.#waiters.delete(waiter);
      waiter(occupy(isWorking ? used : this.#add()));
    } else if (isWorking && isIdle) this.#free.push(used);
  }

  #add(): Connection {
    const connection = openConnection(this.#options.open);
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): Promise<void> {
    this.#open.delete(connection);
    return closeConnection(connection);
  }
}

function occupy(connection: Connection): Connection {
  if (connection.users++ === 0) connection.busySince = performance.now();
  return connection;
}
