import type postgres from 'postgres';

import { type Connection, type Use, closeConnection, openConnection, unreachable } from './connection.js';
import { FairQueue, type Waiter } from './queue.js';
import type { Share } from './share.js';
import { TakenBack, clientGone } from './statement.js';

export interface PoolOptions {
  /** The most connections that are open at the same time. */
  readonly size: number;
  /** How long a caller waits for a free connection, in milliseconds. */
  readonly waitMs: number;
  /** Whether the connections run single statements, which can be cancelled and sent again. */
  readonly repeatable: boolean;
  readonly open: (onclose: () => void) => postgres.Sql;
}

/** A statement that has run for longer may be taken back while others wait. */
const SLOW_MS = 250;
/** How often waiting statements look for slow ones. */
const REVIEW_MS = 50;
/** The caller of statements that belong to no request. */
const SERVER = '';

/**
 * Connections to one database. Each runs one statement or transaction at a time, because an answer could reach another
 * statement where the driver has sent several. One caller may have all connections, but not while others wait: the
 * caller with the fewest goes first, and slow statements make room.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #free: Connection[] = [];
  readonly #queue = new FairQueue();
  #review: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** `work` learns when its first attempt began, in milliseconds. */
  async use<T>(share: Share | undefined, work: (connection: Connection, since: number) => Promise<T>): Promise<T> {
    let since: number | undefined;
    for (;;) {
      const isTakenBack = since !== undefined;
      const connection = this.#take(share) ?? (await this.#wait(share, isTakenBack));
      since ??= performance.now();
      try {
        return await work(connection, since);
      } catch (error) {
        if (!(error instanceof TakenBack)) throw error;
      } finally {
        this.#release(connection);
      }
    }
  }

  /** Replaces every connection as soon as it is free. */
  renew(): void {
    for (const connection of this.#open) if (connection.state === 'working') connection.state = 'retired';
    for (const connection of this.#free.splice(0)) void this.#drop(connection);
  }

  async close(): Promise<void> {
    clearTimeout(this.#review);
    await Promise.all([...this.#open].map(closeConnection));
  }

  #take(share: Share | undefined): Connection | undefined {
    const { size, repeatable } = this.#options;
    const isLast = this.#free.length + size - this.#open.size <= 1;
    if (isLast && !repeatable && this.#isRefusedLast(callerOf(share))) return undefined;
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.state === 'working') return occupy(free, share);
      void this.#drop(free);
    }
    return this.#open.size < size ? occupy(this.#add(), share) : undefined;
  }

  #wait(share: Share | undefined, isTakenBack: boolean): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const departure = share?.departure;
      const end = () => {
        clearTimeout(timer);
        departure?.removeEventListener('abort', depart);
        this.#queue.remove(waiter);
      };
      const waiter: Waiter = {
        caller: callerOf(share),
        isTakenBack,
        give: (connection) => {
          end();
          resolve(occupy(connection, share));
        },
      };
      const depart = () => {
        end();
        reject(clientGone());
      };
      const timer = setTimeout(() => {
        end();
        reject(unreachable());
      }, this.#options.waitMs);
      if (departure?.aborted === true) return depart();
      departure?.addEventListener('abort', depart);
      this.#queue.add(waiter);
      this.#makeRoom();
    });
  }

  #release(used: Connection): void {
    used.use = undefined;
    const isWorking = used.state === 'working';
    if (!isWorking) void this.#drop(used);
    const next = this.#queue.next((caller) => this.#rankOf(caller));
    if (next !== undefined) next.give(isWorking ? used : this.#add());
    else if (isWorking) this.#free.push(used);
  }

  /** Takes back slow statements, the latest of the caller with the most connections first; half of the connections keep theirs. */
  #makeRoom(): void {
    clearTimeout(this.#review);
    const { size, repeatable } = this.#options;
    if (!repeatable || this.#queue.fresh === 0) return;
    const open = [...this.#open];
    const latest = performance.now() - SLOW_MS;
    const ending = open.filter(({ state, use }) => state === 'spoiled' && use !== undefined).length;
    const slow = open.flatMap(({ state, use }) =>
      state !== 'spoiled' && use !== undefined && use.since <= latest ? [use] : [],
    );
    const count = Math.min(slow.length - Math.max(1, Math.floor(size / 2)), this.#queue.fresh - ending);
    const load = (use: Use) => this.#usedBy(callerOf(use.share));
    for (const use of slow.toSorted((a, b) => load(b) - load(a) || b.since - a.since).slice(0, Math.max(0, count)))
      use.cancel?.(new TakenBack());
    this.#review = setTimeout(() => this.#makeRoom(), REVIEW_MS);
  }

  /** The fewer connections a caller has, the sooner it is its turn. */
  #rankOf(caller: string): number | undefined {
    return !this.#options.repeatable && this.#isRefusedLast(caller) ? undefined : this.#usedBy(caller);
  }

  /** A transaction keeps its connection for any time, so a caller that has all others does not get the last one. */
  #isRefusedLast(caller: string): boolean {
    const { size } = this.#options;
    return caller !== SERVER && size > 1 && this.#usedBy(caller) >= size - 1;
  }

  #usedBy(caller: string): number {
    let count = 0;
    for (const { use } of this.#open) if (use !== undefined && callerOf(use.share) === caller) count++;
    return count;
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

function callerOf(share: Share | undefined): string {
  return share?.caller ?? SERVER;
}

function occupy(connection: Connection, share: Share | undefined): Connection {
  connection.use = { share, since: performance.now() };
  return connection;
}
